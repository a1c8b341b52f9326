-- TCP at 20 ants a second under congestion or with a slow link, with other choices where the
-- text is silent.
SELECT
    chosen AS choice, variant,
    max(mean) FILTER (metric = 'tcp_throughput') / 1e6 AS throughput,
    max(mean) FILTER (metric = 'ceas_long_path_share') AS long_path,
    max(mean) FILTER (metric = 'tcp_out_of_order') AS out_of_order,
    max(n) AS n
FROM (
    SELECT *, coalesce(choice, 'as chosen') AS chosen FROM points
    WHERE study = $study AND ant_rate = 20
        AND subject IN ('flow1', 'flow1 ' || $phase, '0-8 ' || $phase)
        AND ((scenario_set = $basis AND packet_bytes = 1500) OR scenario_set = 'choices-' || $basis)
)
GROUP BY chosen, variant ORDER BY chosen <> 'as chosen', chosen, variant
