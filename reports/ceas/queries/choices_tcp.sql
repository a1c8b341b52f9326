-- How TCP gets over the failure, with other choices where the text is silent.
WITH found AS (
    SELECT coalesce(choice, 'as chosen') AS choice, variant, ant_rate, metric, subject, mean, n
    FROM points
    WHERE study = $study AND scenario_set IN ('failure', 'choices-failure')
        AND NOT coalesce(previous_hop_memory, false)
), rates AS (
    SELECT DISTINCT ant_rate FROM found WHERE choice <> 'as chosen'
)
SELECT
    choice, variant, ant_rate,
    max(mean) FILTER (metric = 'tcp_time_to_resume' AND subject = 'flow1 failure') AS resume,
    max(mean) FILTER (metric = 'tcp_time_from_resuming_to_full_rate' AND subject = 'flow1 failure')
        AS regain,
    max(mean) FILTER (metric = 'tcp_time_to_full_rate' AND subject = 'flow1 restoration')
        AS restored,
    max(mean) FILTER (metric = 'tcp_throughput' AND subject = 'flow1') / 1e6 AS throughput,
    max(n) AS n
FROM found JOIN rates USING (ant_rate)
GROUP BY choice, variant, ant_rate
ORDER BY choice <> 'as chosen', choice, variant, ant_rate
