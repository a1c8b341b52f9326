-- reason: chance
-- cells: Section 6.2.1 | Block * | Delay
-- claims: 08-hybla-blocks
-- words: The report made one sweep, and so found one place for each end. How far a block goes hangs on the phases of the senders' clocks, in which our sweeps differ, and in nothing else.
SELECT 'blocks by jumps of more than 20 points, by seed: ' || string_agg(words, '; ' ORDER BY seed)
FROM (
    SELECT
        seed,
        string_agg(printf('%.0f to %.0f ms', first_ms, last_ms), ', ' ORDER BY first_ms) AS words
    FROM sync_blocks
    GROUP BY seed
)
