-- table: ceas_settling_rules
-- title: Stabilization by each rule, over the replications
-- unit: s
-- definition: For each scenario with ants, event and rule (ceas_settlings): replications, those that settle before the next event, and of these the mean time and the mean number of ants, each with its 95 % interval.
-- source: ours; S. Tamrakar's thesis (2009), section 4.1, leaves the rule open
SELECT
    scenario, scenario_set, ant_rate, subject, event, rule, moment, replications, reached,
    mean_s,
    mean_end(-1, reached, mean_s, deviation_s, quantile, 0, NULL) AS low_s,
    mean_end(1, reached, mean_s, deviation_s, quantile, 0, NULL) AS high_s,
    mean_ants,
    mean_end(-1, reached, mean_ants, deviation_ants, quantile, 0, NULL) AS low_ants,
    mean_end(1, reached, mean_ants, deviation_ants, quantile, 0, NULL) AS high_ants
FROM (
    SELECT
        scenario, subject, event, rule, moment, replications, reached, mean_s, mean_ants,
        deviation_s, deviation_ants, quantile
    FROM (
        SELECT
            scenario, subject, event, rule, moment,
            CAST(count(*) AS INTEGER) AS replications,
            CAST(count(time_s) AS INTEGER) AS reached,
            avg(time_s ORDER BY seed) AS mean_s,
            avg(ants ORDER BY seed) AS mean_ants,
            stddev_samp(time_s ORDER BY seed) AS deviation_s,
            stddev_samp(ants ORDER BY seed) AS deviation_ants
        FROM ceas_settlings
        WHERE study = 'ceas'
        GROUP BY scenario, subject, event, rule, moment
    )
    LEFT JOIN student_t ON student_t.n = reached
)
JOIN (
    SELECT scenario, scenario_set, ant_rate FROM scenarios WHERE study = 'ceas'
) USING (scenario)
ORDER BY ALL
