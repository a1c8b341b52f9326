-- table: estimates
-- title: Deviation of the throughput between replications
-- unit: bit/s
-- range: from 0
-- expects: a deviation of 15 runs
-- definition: Standard deviation of a flow's payload per second over the replications of a scenario. Table 4.4's brackets can't be that: no run has more than 75.33 Mb/s of payload.
-- source: the thesis, Tables 4.3 and 4.4, of 15 replications each (section 4.1); intervals by chi squared and Fisher's F, wider for long tails, docs/statistics.md
SELECT
    scenario || ' ' || split_part(subject, ' ', 1) AS subject, deviation AS value, n,
    deviation_end(deviation, low, tails) AS ci_low,
    deviation_end(deviation, high, tails) AS ci_high,
    deviation_end(deviation, expected_low, tails) AS prediction_low,
    deviation_end(deviation, expected_high, tails) AS prediction_high
FROM (
    SELECT
        scenario, subject, count(*) AS n, stddev_samp(value ORDER BY seed) AS deviation,
        kurtosis(value ORDER BY seed) AS tails
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'two-flows' AND metric = 'tcp_goodput'
        AND subject IN ('flow1 whole', 'flow2 whole')
    GROUP BY scenario, subject
    HAVING count(*) > 1
)
LEFT JOIN (FROM deviations WHERE others = 15) USING (n)
ORDER BY subject
