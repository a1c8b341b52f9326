-- page: 61
-- statement: Which variant is used has a minor effect on the results, except in a few cases.
--
-- Two parts, delay and percentage throughput, each judged for each traffic and number of flows: "minor" is
-- taken as within 10 % of the variants' mean.
WITH found AS (
    SELECT application, flows, variant, metric, avg(mean) AS value
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric IN ('mean_delay', 'throughput_percent')
        AND forwarding = 'mpls-control-driven'
    GROUP BY ALL
), spreads AS (
    SELECT
        metric, application, flows,
        100 * greatest(max(value) / avg(value) - 1, 1 - min(value) / avg(value)) AS furthest,
        100 * greatest(
            max(value) FILTER (variant <> 'vegas') / avg(value) FILTER (variant <> 'vegas') - 1,
            1 - min(value) FILTER (variant <> 'vegas') / avg(value) FILTER (variant <> 'vegas')
        ) AS others
    FROM found GROUP BY ALL
)
SELECT
    verdict_of(count(*) FILTER (furthest <= 10), count(*)) AS verdict,
    'furthest from the mean of the variants: throughput at most '
        || printf('%.1f %%', max(furthest) FILTER (metric = 'throughput_percent')) || ', delay '
        || printf(
            '%.0f to %.0f %%', min(furthest) FILTER (metric = 'mean_delay'),
            max(furthest) FILTER (metric = 'mean_delay')
        ) || ', and without Vegas at most '
        || printf('%.0f %%', max(others) FILTER (metric = 'mean_delay')) AS evidence
FROM spreads
HAVING count(*) > 0
