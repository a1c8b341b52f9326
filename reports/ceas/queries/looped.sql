-- What loops and drops there are after the failure, without and with previous-hop memory.
SELECT
    variant, ant_rate,
    max(mean) FILTER (metric = 'ceas_micro_loops' AND NOT previous_hop_memory) AS loops,
    max(mean) FILTER (metric = 'ceas_micro_loops' AND previous_hop_memory) AS memory_loops,
    max(mean) FILTER (metric = 'ceas_repeated_returns' AND NOT previous_hop_memory) AS again,
    max(mean) FILTER (metric = 'ceas_repeated_returns' AND previous_hop_memory) AS memory_again,
    max(mean) FILTER (metric = 'ceas_drops' AND NOT previous_hop_memory) AS lost,
    max(mean) FILTER (metric = 'ceas_drops' AND previous_hop_memory) AS memory_lost,
    max(mean) FILTER (metric = 'tcp_time_to_resume' AND NOT previous_hop_memory) AS resumed,
    max(mean) FILTER (metric = 'tcp_time_to_resume' AND previous_hop_memory) AS memory_resumed
FROM points
WHERE study = $study AND scenario_set = 'failure'
    AND (metric, subject) IN (
        ('ceas_micro_loops', '0-8 failure'), ('ceas_repeated_returns', '0-8 failure'),
        ('ceas_drops', '0-8 failure ttl'),
        ('tcp_time_to_resume', 'flow1 failure')
    )
GROUP BY variant, ant_rate ORDER BY variant, ant_rate
