-- reason: unknown after these attempts
-- cells: Table 4.4 (b) | TCP Sack | Percentage Throughput; Table 4.5 (b) | TCP Tahoe | Percentage Throughput; Table 4.9 (b) | TCP New Reno | Percentage Throughput; Table 4.9 (b) | TCP Tahoe | Percentage Throughput; Table 4.10 (b) | TCP New Reno | Percentage Throughput; Table 4.10 (b) | TCP Reno | Percentage Throughput
-- words: The delays of the same runs agree to the last digit, and the rule that fits all other percentages, received of sent packets cut off, gives none of these six. Tried: rounded and rounded up, the mean of the flows' percentages (fits New Reno of Table 4.10, and not the other cells), labels set up by data. They are too low and too high, so that no one rule can give them. Some may be misprints, such as 96.1 of Table 4.9 for 99.1, but no neighbour says so, and of three digits one is easily another.
SELECT 'printed, received of sent, mean of the flows, labels set up by data: ' || string_agg(
    row || printf(' %s, %.3f, %.3f, %.3f %%', printed, pooled, by_flow, by_data), '; ' ORDER BY position
)
FROM (
    SELECT
        item || ' ' || row AS row,
        position,
        published_text AS printed,
        (
            SELECT 100 * sum(mean) FILTER (metric = 'packets_received')
                / sum(mean) FILTER (metric = 'packets_sent')
            FROM estimates WHERE estimates.scenario = comparison.scenario
        ) AS pooled,
        (
            SELECT avg(percent)
            FROM (
                SELECT 100 * max(mean) FILTER (metric = 'packets_received')
                    / max(mean) FILTER (metric = 'packets_sent') AS percent
                FROM estimates WHERE estimates.scenario = comparison.scenario
                    AND metric IN ('packets_received', 'packets_sent')
                GROUP BY subject
            )
        ) AS by_flow,
        (
            SELECT max(mean) FROM estimates
            WHERE estimates.metric = comparison.metric
                AND estimates.scenario = replace(comparison.scenario, 'control', 'data')
        ) AS by_data
    FROM comparison
    WHERE metric = 'throughput_percent' AND verdict = 'differs'
)
