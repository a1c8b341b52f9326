-- When TCP is back after the failure, and at the full rate after the restoration, by several
-- rules.
SELECT
    rules.event, rule, moment,
    max(mean_s) FILTER (variant = 'reno' AND ant_rate = 5) AS reno_5,
    max(mean_s) FILTER (variant = 'sack' AND ant_rate = 5) AS sack_5,
    max(mean_s) FILTER (variant = 'reno' AND ant_rate = 20) AS reno_20,
    max(mean_s) FILTER (variant = 'sack' AND ant_rate = 20) AS sack_20,
    sum(reached) AS reached, sum(replications) AS runs
FROM ceas_recovery_rules AS rules JOIN scenarios USING (scenario)
WHERE study = $study AND scenario_set = 'failure' AND NOT previous_hop_memory
    AND ant_rate IN (5, 20) AND subject = 'flow1'
    AND (
        rules.event = 'failure'
        OR (rules.event = 'restoration' AND starts_with(rule, 'full-rate'))
    )
GROUP BY ALL ORDER BY rules.event, rule, moment
