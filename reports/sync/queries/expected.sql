-- The shares by round trip times, with a full queue.
WITH trips AS (
    SELECT
        delay_ms,
        4 * delay_ms + slow_ms + 10 * packet_ms AS first,
        4 * fixed_ms + slow_ms + 10 * packet_ms AS second
    FROM sync_sweeps JOIN sync_times USING (scenario_set)
    WHERE scenario_set = 'newreno' AND queue_packets = 10
)
SELECT 'Flow 1' AS flow, delay_ms, 100 * second / (first + second) AS share FROM trips
UNION ALL
SELECT 'Flow 2', delay_ms, 100 * first / (first + second) FROM trips
ORDER BY flow, delay_ms
