-- page: 60
-- statement: The average congestion window and the throughput fall as the loss rate rises.
WITH steps AS (
    SELECT metric, mean < lag(mean) OVER (PARTITION BY metric, variant
        ORDER BY packet_error_percent) AS falls
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'losses'
        AND metric IN ('mean_cwnd_whole_buffers', 'throughput_percent')
)
SELECT
    verdict_of(count(*) FILTER (falls), count(falls)) AS verdict,
    'in ' || count(*) FILTER (falls) || ' of ' || count(falls)
        || ' steps of one percentage point' AS evidence
FROM steps
