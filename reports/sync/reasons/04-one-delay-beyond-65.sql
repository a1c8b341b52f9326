-- reason: unknown after these attempts
-- claims: 09-hybla-collapses-beyond-65-ms
-- words: At all delays beyond 65 ms but one, as said. Tried: the smoothed round trip time, which has more such delays, not fewer.
SELECT 'delays beyond 65 ms with 10 % or more for Hybla: ' || string_agg(
    level || printf(' %.0f ms', delay_ms), ', ' ORDER BY level, delay_ms
)
FROM sync_sweeps
WHERE scenario_set = 'hybla' AND queue_packets = 10 AND delay_ms > 65 AND share_1 >= 10
