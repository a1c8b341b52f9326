-- page: 44
-- statement: The average delay grows with the number of flows, for every variant.
WITH delays AS (
    SELECT application, variant, flows, avg(mean) AS delay_s
    FROM points
    WHERE study = 'mpls' AND scenario_set = 'variants' AND metric = 'mean_delay'
        AND forwarding = 'mpls-control-driven'
    GROUP BY ALL
), steps AS (
    SELECT delay_s > lag(delay_s) OVER (PARTITION BY application, variant ORDER BY flows) AS grows
    FROM delays
)
SELECT
    verdict_of(count(*) FILTER (grows), count(grows)) AS verdict,
    'in ' || count(*) FILTER (grows) || ' of ' || count(grows)
        || ' steps from fewer to more flows' AS evidence
FROM steps
