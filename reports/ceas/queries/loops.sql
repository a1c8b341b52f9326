-- Data packets that a node sends back to where they came from, per second after the failure: in
-- at most 60 steps, until the pheromones are stable again in each run.
WITH runs_of AS (
    SELECT ant_rate, count(*) AS n
    FROM runs JOIN scenarios USING (study, scenario)
    WHERE study = $study AND scenario_set = 'failure' AND NOT previous_hop_memory
        AND variant = 'sack'
    GROUP BY ant_rate
), settled AS (
    SELECT ant_rate, max(value) AS until_s FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = $study AND scenario_set = 'failure' AND NOT previous_hop_memory
        AND variant = 'sack'
        AND metric = 'stabilization_time' AND subject = '0-8 failure'
    GROUP BY ant_rate
), steps AS (
    SELECT ant_rate, greatest(1, ceil(until_s / 60)) AS width_s, until_s FROM settled
), counted AS (
    SELECT ant_rate, floor(after_s / width_s) * width_s AS after_s, sum(micro_loops) AS loops
    FROM micro_loop_series JOIN scenarios USING (study, scenario) JOIN steps USING (ant_rate)
    WHERE study = $study AND scenario_set = 'failure' AND NOT previous_hop_memory
        AND variant = 'sack'
        AND subject = '0-8' AND micro_loop_series.after_s <= until_s
    GROUP BY ALL
)
SELECT
    ant_rate || ' ants/s' AS rate, grid.after_s, coalesce(loops, 0) / n / width_s AS loops, n
FROM (
    SELECT *, unnest(range(CAST(floor(until_s / width_s) + 1 AS BIGINT))) * width_s AS after_s
    FROM steps
) AS grid
JOIN runs_of USING (ant_rate)
LEFT JOIN counted USING (ant_rate, after_s)
WHERE ant_rate IN (1, 2, 3, 5, 10, 20)
ORDER BY ant_rate, grid.after_s
