-- What the thesis proposes for later, around a failure: beside the same runs without it.
SELECT
    coalesce(points.choice, IF(previous_hop_memory, 'memory', 'as chosen')) AS choice, variant, ant_rate,
    max(mean) FILTER (metric = 'stabilization_ants' AND subject = '0-8 failure') AS settled_ants,
    max(mean) FILTER (metric = 'stabilization_time' AND subject = '0-8 failure') AS settled_s,
    max(mean) FILTER (metric = 'tcp_time_to_resume' AND subject = 'flow1 failure') AS resume_s,
    max(mean) FILTER (metric = 'tcp_time_to_full_rate' AND subject = 'flow1 failure') AS full_s,
    max(mean) FILTER (metric = 'ants_sent' AND subject = '0-8') AS sent,
    max(mean) FILTER (metric = 'tcp_throughput' AND subject = 'flow1') / 1e6 AS throughput,
    max(n) AS n
FROM points
WHERE study = $study AND ant_rate = 20 AND variant = 'sack' AND scenario_set IN ('failure', 'own-proposals')
GROUP BY points.choice, previous_hop_memory, variant, ant_rate
ORDER BY points.choice IS NOT NULL, previous_hop_memory, points.choice
