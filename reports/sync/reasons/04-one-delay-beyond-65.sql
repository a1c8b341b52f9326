-- reason: chance
-- claims: 09-hybla-collapses-beyond-65-ms
-- words: At the delays at which Hybla gets more, it hangs on the phases of the senders' clocks: runs that differ in nothing else differ there.
SELECT 'Hybla''s share, from the least to the largest run, where it is 10 % or more beyond 65 ms: ' || string_agg(
    printf('%.0f ms: %.1f to %.1f %%', delay_ms, least_share_1, largest_share_1), ', ' ORDER BY delay_ms
)
FROM sync_sweeps
WHERE scenario_set = 'hybla' AND queue_packets = 10 AND level = 'current'
    AND delay_ms > 65 AND share_1 >= 10
