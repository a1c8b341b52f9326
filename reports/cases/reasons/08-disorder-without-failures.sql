-- reason: unprinted parameter
-- parameter: the load that is meant
-- claims: 19-failures-disorder; 50-disorder-while-pheromones-settle
-- words: As said with little load: the section shows a run with 1000 kb/s. With more load data is out of order without any failure, since CEAS already divides it among several paths; then nothing is left to be added.
SELECT 'data that arrives out of order on twelve nodes, SACK: ' || string_agg(
    printf('with %d kb/s %.0f %% before, %.0f %% during and %.0f %% after the failures',
        background_kbps, earlier, meanwhile, later),
    '; ' ORDER BY background_kbps
)
FROM (
    SELECT
        background_kbps,
        max(mean) FILTER (subject = 'flow1 before') AS earlier,
        max(mean) FILTER (subject = 'flow1 failure') AS meanwhile,
        max(mean) FILTER (subject = 'flow1 restoration') AS later
    FROM points
    WHERE scenario_set = 'twelve' AND event = 'failures' AND variant = 'sack'
        AND NOT previous_hop_memory AND metric = 'tcp_out_of_order'
    GROUP BY background_kbps
)
