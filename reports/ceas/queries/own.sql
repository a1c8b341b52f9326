-- Other TCPs than the thesis', beside the two that it has, around failures and congestion.
WITH own AS (
    SELECT DISTINCT replace(scenario_set, 'own-', '') AS scenario_set, ant_rate
    FROM scenarios WHERE study = $study AND starts_with(scenario_set, 'own-')
), found AS (
    SELECT * REPLACE (replace(scenario_set, 'own-', '') AS scenario_set)
    FROM points
    WHERE study = $study AND coalesce(packet_bytes, 1500) = 1500
        AND scenario_set IN ('failure', 'congestion', 'own-failure', 'own-congestion')
)
SELECT
    scenario_set, previous_hop_memory AS memory, ant_rate, variant,
    max(mean) FILTER (metric = 'tcp_goodput' AND subject = 'flow1 before') / 1e6 AS before,
    max(mean) FILTER (metric = 'tcp_goodput'
        AND subject IN ('flow1 failure', 'flow1 congestion')) / 1e6 AS during,
    max(mean) FILTER (metric = 'tcp_goodput' AND subject = 'flow1 restoration') / 1e6 AS after,
    max(mean) FILTER (metric = 'tcp_out_of_order' AND subject = 'flow1 whole') AS out_of_order,
    max(mean) FILTER (metric = 'tcp_retransmitted' AND subject = 'flow1 whole') AS retransmitted,
    max(n) AS n
FROM found JOIN own USING (scenario_set, ant_rate)
GROUP BY ALL ORDER BY scenario_set DESC, memory, ant_rate, variant
