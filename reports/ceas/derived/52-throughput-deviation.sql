-- table: estimates
-- title: Deviation of the throughput between replications
-- unit: bit/s
-- range: from 0
-- definition: Standard deviation of a flow's payload per second over the replications of a scenario. The thesis calls its numbers standard errors; fifteen runs of flows that share 100 Mb/s can't have one of 11.
-- source: the thesis, Tables 4.3 and 4.4; the logarithm of a deviation of n normal values has itself a deviation of about 1 / sqrt(2 (n - 1))
SELECT
    scenario || ' ' || split_part(subject, ' ', 1) AS subject, deviation AS value, n,
    deviation * exp(-quantile / sqrt(2 * (n - 1))) AS ci_low,
    deviation * exp(quantile / sqrt(2 * (n - 1))) AS ci_high,
    -- In which another deviation of as many runs is expected.
    deviation * exp(-usual / sqrt(n - 1)) AS prediction_low,
    deviation * exp(usual / sqrt(n - 1)) AS prediction_high
FROM (
    SELECT scenario, subject, count(*) AS n, stddev_samp(value ORDER BY seed) AS deviation
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'two-flows' AND metric = 'tcp_goodput'
        AND subject IN ('flow1 whole', 'flow2 whole')
    GROUP BY scenario, subject
    HAVING count(*) > 1
)
LEFT JOIN student_t USING (n)
ORDER BY subject
