-- reason: unknown after these attempts
-- claims: 09-hybla-collapses-beyond-65-ms
-- words: At 71 ms Hybla gets half, in each run. Its phase is ahead of the other flow's there, as at 69 and 73 ms, where it gets nothing. Tried: the defaults of ns-2.35, with which it is so at another delay.
SELECT 'Hybla''s share, from the least to the largest run, where it is 10 % or more beyond 65 ms: ' || string_agg(
    printf('%.0f ms: %.1f to %.1f %%', delay_ms, least_share_1, largest_share_1), ', ' ORDER BY delay_ms
) || coalesce('; with ns-2.35''s defaults at ' || (
    SELECT string_agg(printf('%.0f ms', delay_ms), ', ' ORDER BY delay_ms)
    FROM sync_sweeps
    WHERE scenario_set = 'hybla-defaults' AND level = 'current/ns-2.35' AND delay_ms > 65
        AND share_1 >= 10
), '')
FROM sync_sweeps
WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current'
    AND delay_ms > 65 AND share_1 >= 10
