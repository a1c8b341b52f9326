-- The shares by round trip times, with a full queue.
WITH trips AS (
    SELECT delay_ms, 4 * delay_ms + 2 + 10 * packet_ms AS first, 22 + 10 * packet_ms AS second
    FROM sync_sweeps, sync_periods
    WHERE scenario_set = 'newreno' AND queue_packets = 10 AND sweep = 'newreno' AND seed IS NULL
)
SELECT 'Flow 1' AS flow, delay_ms, 100 * second / (first + second) AS share FROM trips
UNION ALL
SELECT 'Flow 2', delay_ms, 100 * first / (first + second) FROM trips
ORDER BY flow, delay_ms
