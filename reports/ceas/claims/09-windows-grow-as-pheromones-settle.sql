-- page: 4.2
-- statement: As the pheromones become stable the congestion windows of both variants grow.
WITH windows AS (
    SELECT
        variant,
        ant_rate,
        avg(cwnd_packets) FILTER (tcp_windows.time_s < stable.time_s) AS early,
        avg(cwnd_packets) FILTER (tcp_windows.time_s >= stable.time_s) AS late
    FROM tcp_windows
    JOIN scenarios USING (study, scenario)
    JOIN (
        SELECT scenario, 50 + value AS time_s FROM metrics
        WHERE study = 'ceas' AND metric = 'stabilization_time' AND subject = '0-8 start' AND seed = 1
    ) AS stable USING (scenario)
    WHERE study = 'ceas' AND scenario_set = 'start' AND seed = 1 AND subject = 'flow1'
    GROUP BY variant, ant_rate
)
SELECT
    verdict_of_runs(count(*) FILTER (late > early), count(*)) AS verdict,
    'mean window until the pheromones are stable and after it (first replication, with the same ants in each): '
        || string_agg(
            at_rate(variant, ant_rate) || printf(': %.1f and %.1f packets', early, late), ', ' ORDER BY variant, ant_rate
        ) AS evidence
FROM windows WHERE early IS NOT NULL AND late IS NOT NULL
