-- page: 36, 38, 46, 49
-- statement: With one or two flows the variants other than Vegas can hardly be told apart, in delay and in throughput.
--
-- Two parts, delay and percentage throughput, each judged for each traffic and number of flows.
WITH found AS (
    SELECT application, flows, variant, metric, avg(mean) AS value
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric IN ('mean_delay', 'throughput_percent')
        AND flows <= 2 AND forwarding = 'mpls-control-driven' AND variant <> 'vegas'
    GROUP BY ALL
), spreads AS (
    SELECT metric, application, flows, max(value) / min(value) - 1 AS spread
    FROM found GROUP BY ALL
)
SELECT
    verdict_of(count(*) FILTER (spread < 0.01), count(*)) AS verdict,
    'their delays differ by at most '
        || short(100 * max(spread) FILTER (metric = 'mean_delay')) || ' % and their throughputs by at most '
        || short(100 * max(spread) FILTER (metric = 'throughput_percent')) || ' % (at most 1 % asked for)'
        AS evidence
FROM spreads
HAVING count(*) > 0
