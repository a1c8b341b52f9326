-- page: 4.2
-- statement: Until the pheromones are stable data takes both paths and arrives out of order; as they settle less of it does.
WITH shares AS (
    SELECT
        variant,
        ant_rate,
        100 * sum(out_of_order_packets) FILTER (tcp_series.time_s < stable.time_s)
            / sum(new_packets) FILTER (tcp_series.time_s < stable.time_s) AS early,
        100 * sum(out_of_order_packets) FILTER (tcp_series.time_s >= stable.time_s)
            / sum(new_packets) FILTER (tcp_series.time_s >= stable.time_s) AS late
    FROM tcp_series
    JOIN scenarios USING (study, scenario)
    JOIN (
        SELECT scenario, 50 + value AS time_s FROM metrics
        WHERE study = 'ceas' AND metric = 'stabilization_time' AND subject = '0-8 start' AND seed = 1
    ) AS stable USING (scenario)
    WHERE study = 'ceas' AND scenario_set = 'start' AND seed = 1 AND subject = 'flow1'
    GROUP BY variant, ant_rate
)
SELECT
    verdict_of_runs(count(*) FILTER (early > late), count(*)) AS verdict,
    'out of order until the pheromones are stable and after it (first replication, with the same ants in each): '
        || string_agg(
            at_rate(variant, ant_rate) || printf(': %.2f and %.3f %%', early, late), ', ' ORDER BY variant, ant_rate
        ) AS evidence
FROM shares WHERE early IS NOT NULL AND late IS NOT NULL
