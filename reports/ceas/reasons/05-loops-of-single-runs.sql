-- reason: chance
-- claims: 22-fewer-loops-as-pheromones-settle
-- words: In all runs together there are fewer. When pheromones settle differs from seed to seed, and with it where the halves lie: an interval over the replications of one rate may hold zero.
SELECT 'packets sent back while the link is down, by seed: ' || string_agg(
    seed || printf(': %.0f', total), ', ' ORDER BY seed
)
FROM (
    SELECT seed, sum(value) AS total
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE scenario_set = 'failure' AND NOT previous_hop_memory AND metric = 'ceas_micro_loops'
        AND metrics.subject = '0-8 failure'
    GROUP BY seed
)
