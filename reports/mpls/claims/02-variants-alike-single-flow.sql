-- page: 36, 38, 46, 49
-- statement: With one or two flows the variants other than Vegas can hardly be told apart.
WITH delays AS (
    SELECT application, flows, variant, avg(mean) AS delay_s
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'mean_delay'
        AND flows <= 2 AND forwarding = 'mpls-control-driven' AND variant <> 'vegas'
    GROUP BY ALL
), spreads AS (
    SELECT application, flows, max(delay_s) / min(delay_s) - 1 AS spread
    FROM delays GROUP BY ALL
)
SELECT
    verdict_of(count(*) FILTER (spread < 0.01), count(*)) AS verdict,
    'their delays differ by at most ' || short(100 * max(spread)) || ' % (at most 1 % asked for)'
        AS evidence
FROM spreads
