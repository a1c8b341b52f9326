-- table: tcpeval_means
-- title: What the study asks of each scenario
-- unit: as the quantity's name ends
-- definition: Mean of a quantity over the replications of a scenario, with its 95 % interval, which stays within what the quantity can be.
-- source: the study of SACK PR, section 2.3
-- reference: yes
SELECT
    scenario, scenario_set, topology, queueing, protocol, packet_error_percent, quantity,
    metric, subject, n, mean, deviation,
    CASE WHEN quantity = 'converged' THEN binomial.low
        ELSE mean_end(-1, n, mean, deviation, quantile, 0, most) END AS low,
    CASE WHEN quantity = 'converged' THEN binomial.high
        ELSE mean_end(1, n, mean, deviation, quantile, 0, most) END AS high
FROM (
    SELECT
        *,
        CASE WHEN ends_with(quantity, '_percent') THEN 100 WHEN ends_with(quantity, '_fairness') THEN 1
            END AS most,
        CAST(round(n * mean) AS BIGINT) AS successes
    FROM (
        SELECT
            scenario, scenario_set, topology, queueing, protocol, packet_error_percent, quantity,
            metric, subject,
            CAST(count(*) AS INTEGER) AS n,
            avg(value ORDER BY seed) AS mean,
            stddev_samp(value ORDER BY seed) AS deviation
        FROM tcpeval_quantities
        GROUP BY ALL
    )
)
LEFT JOIN student_t USING (n)
LEFT JOIN binomial USING (n, successes)
ORDER BY ALL
