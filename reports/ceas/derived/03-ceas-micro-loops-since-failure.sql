-- table: ceas_micro_loops_since_failure
-- title: Micro-loops since a failure
-- unit: returns
-- definition: For each scenario of the set failure, how often data of the colony 0-8 was sent back in each tenth of the time that the link is down: mean of the replications, a second.
-- source: S. Tamrakar's thesis (2009), section 4.3 (fewer loops as pheromones settle)
WITH outages AS (
    SELECT
        scenario,
        max(value) FILTER (subject = 'restoration') - max(value) FILTER (subject = 'failure')
            AS down_s,
        count(DISTINCT seed) AS replications
    FROM metrics
    WHERE study = 'ceas' AND metric = 'event_time' AND starts_with(scenario, 'failure/')
    GROUP BY scenario
)
SELECT
    scenario,
    tenth,
    down_s * (tenth - 1) / 10 AS from_s,
    down_s * tenth / 10 AS to_s,
    coalesce(any_value(loops), 0) / replications / (down_s / 10) AS loops_per_s
FROM outages
CROSS JOIN (SELECT unnest(range(1, 11)) AS tenth) AS tenths
LEFT JOIN (
    SELECT
        scenario,
        CAST(ceil(10 * after_s / down_s) AS BIGINT) AS tenth,
        sum(micro_loops) AS loops
    FROM micro_loop_series JOIN outages USING (scenario)
    WHERE study = 'ceas' AND subject = '0-8'
    GROUP BY ALL
) AS found USING (scenario, tenth)
GROUP BY scenario, tenth, down_s, replications
ORDER BY scenario, tenth
