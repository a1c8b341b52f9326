-- page: 62
-- statement: The performance of all variants decreases gradually with the number of flows.
--
-- Two parts, each judged in each step from fewer to more flows: the mean delay grows, and the percentage
-- throughput falls.
WITH found AS (
    SELECT application, variant, flows, metric, avg(mean) AS value
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric IN ('mean_delay', 'throughput_percent')
        AND forwarding = 'mpls-control-driven'
    GROUP BY ALL
), steps AS (
    SELECT
        metric, variant,
        value - lag(value) OVER (PARTITION BY application, variant, metric ORDER BY flows) AS step
    FROM found
), judged AS (
    SELECT metric, variant, IF(metric = 'mean_delay', step > 0, step < 0) AS worse
    FROM steps WHERE step IS NOT NULL
)
SELECT
    verdict_of(count(*) FILTER (worse), count(*)) AS verdict,
    'delay grows in ' || count(*) FILTER (worse AND metric = 'mean_delay') || ' and throughput falls in '
        || count(*) FILTER (worse AND metric = 'throughput_percent') || ' of '
        || count(*) FILTER (metric = 'mean_delay') || ' steps; throughput does not fall for '
        || coalesce(
            string_agg(DISTINCT variant_name(variant), ', ' ORDER BY variant_name(variant))
                FILTER (NOT worse AND metric = 'throughput_percent'),
            'no variant'
        ) AS evidence
FROM judged
HAVING count(*) > 0
