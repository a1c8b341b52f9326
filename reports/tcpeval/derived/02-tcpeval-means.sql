-- table: tcpeval_means
-- title: What the study asks of each scenario
-- unit: as the quantity's name ends
-- definition: Mean of a quantity over the replications of a scenario, with its 95 % interval (Student's t).
-- source: study 003 (tcpeval), section 2.3
SELECT
    scenario, scenario_set, topology, queueing, protocol, packet_error_percent, quantity,
    n, mean,
    mean - quantile * deviation / sqrt(n) AS low,
    mean + quantile * deviation / sqrt(n) AS high
FROM (
    SELECT
        scenario, scenario_set, topology, queueing, protocol, packet_error_percent, quantity,
        CAST(count(*) AS INTEGER) AS n,
        avg(value ORDER BY seed) AS mean,
        stddev_samp(value ORDER BY seed) AS deviation
    FROM tcpeval_quantities
    GROUP BY ALL
)
LEFT JOIN student_t USING (n)
ORDER BY ALL
