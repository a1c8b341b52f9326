-- reason: unknown after these attempts
-- cells: Section 6.2.1 | Block * | Delay
-- claims: 08-hybla-blocks
-- words: The report read its blocks off a figure, by a limit that it does not print; ours are where the share jumps by more than 20 points. By these the blocks begin a millisecond early with ns-2.27's defaults, and the second one ends at 50 ms with whatever phases the senders' clocks have. The beats of the phase with the milliseconds go on, with smaller jumps. Tried: the defaults of ns-2.35, with which the second block ends elsewhere.
SELECT 'blocks by jumps of more than 20 points, by seed: ' || string_agg(words, '; ' ORDER BY seed)
FROM (
    SELECT
        seed,
        string_agg(printf('%.0f to %.0f ms', first_ms, last_ms), ', ' ORDER BY first_ms) AS words
    FROM sync_blocks
    GROUP BY seed
)
