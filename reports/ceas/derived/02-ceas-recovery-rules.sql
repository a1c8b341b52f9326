-- table: ceas_recovery_rules
-- title: Return to a rate by each rule, over the replications
-- unit: s
-- definition: For each scenario with TCP, flow, event and rule (tcp_recoveries): replications, those that return to the rate before the next event, and of these the mean time with its 95 % interval.
-- source: ours; S. Tamrakar's thesis (2009), sections 4.2 and 4.3, leaves the rule open
SELECT
    scenario, subject, event, rule, moment, replications, reached, mean_s,
    mean_end(-1, reached, mean_s, deviation_s, quantile, 0, NULL) AS low_s,
    mean_end(1, reached, mean_s, deviation_s, quantile, 0, NULL) AS high_s
FROM (
    SELECT
        scenario, subject, event, rule, moment,
        CAST(count(*) AS INTEGER) AS replications,
        CAST(count(time_s) AS INTEGER) AS reached,
        avg(time_s ORDER BY seed) AS mean_s,
        stddev_samp(time_s ORDER BY seed) AS deviation_s
    FROM tcp_recoveries
    WHERE study = 'ceas'
    GROUP BY scenario, subject, event, rule, moment
)
LEFT JOIN student_t ON student_t.n = reached
ORDER BY ALL
