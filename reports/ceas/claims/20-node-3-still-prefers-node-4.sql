-- page: 4.3
-- statement: After the failure node 3 goes on to prefer node 4, though only node 10 leads on.
WITH first AS (
    SELECT scenario, arg_min(probability, time_s) AS probability
    FROM pheromone_series
    JOIN scenarios USING (study, scenario)
    JOIN (
        SELECT scenario, value AS failed_s FROM metrics
        WHERE study = 'ceas' AND metric = 'event_time' AND subject = 'failure' AND seed = 1
    ) USING (scenario)
    WHERE study = 'ceas' AND scenario_set = 'failure' AND NOT previous_hop_memory AND seed = 1
        AND subject = '0-8' AND node = 3 AND neighbour = 4 AND time_s > failed_s
    GROUP BY scenario
)
SELECT
    verdict_of_runs(count(*) FILTER (probability > 0.5), count(*)) AS verdict,
    'probability from 3 to 4 just after the failure (first replication, with the same ants in each): '
        || span(min(probability), max(probability)) AS evidence
FROM first
