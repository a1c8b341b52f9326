-- reason: chance
-- claims: 17-loss-throughput
-- words: Each mean lies within half a percentage point of what the loss rate leaves. With the eight runs of quick scale some intervals of means reach further; with the fifteen of full scale none does.
SELECT 'furthest mean and furthest end of an interval from what is left, in percentage points: ' || string_agg(
    printf('%d %% loss %.2f and %.2f', percent, mean_apart, end_apart), ', ' ORDER BY percent
)
FROM (
    SELECT
        packet_error_percent AS percent,
        max(abs(mean - 100 + packet_error_percent)) AS mean_apart,
        max(greatest(
            abs(ci_low - 100 + packet_error_percent), abs(ci_high - 100 + packet_error_percent)
        )) AS end_apart
    FROM points
    WHERE scenario_set = 'losses' AND metric = 'throughput_percent'
    GROUP BY packet_error_percent
)
