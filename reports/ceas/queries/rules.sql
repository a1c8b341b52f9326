-- After how many ants routes have settled at the start, by several rules.
SELECT
    rule, moment,
    max(mean_ants) FILTER (ant_rate = 1) AS at_1,
    max(mean_ants) FILTER (ant_rate = 5) AS at_5,
    max(mean_ants) FILTER (ant_rate = 20) AS at_20,
    avg(mean_ants) AS at_all,
    sum(reached) AS reached, sum(replications) AS runs
FROM ceas_settling_rules
WHERE scenario_set = 'stabilization' AND subject = '0-8' AND event = 'start'
GROUP BY rule, moment ORDER BY rule, moment
