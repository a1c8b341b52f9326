-- kind: table
-- definition: At the node where a colony's paths part, the probabilities of either way, each time from when they are so until they change.
-- needs: ceas_forks, ceas_pheromones, run_events
SELECT
    run_id,
    ceas_forks.subject,
    time_ns,
    lead(time_ns, 1, any_value(end_ns)) OVER (
        PARTITION BY run_id, ceas_forks.subject ORDER BY time_ns
    ) AS until_ns,
    max(probability) FILTER (neighbour = short_neighbour) AS short,
    max(probability) FILTER (neighbour = long_neighbour) AS long
FROM ceas_pheromones
JOIN ceas_forks USING (source_node, destination_node, node)
JOIN (SELECT run_id, time_ns AS end_ns FROM run_events WHERE event = 'end') USING (run_id)
GROUP BY run_id, ceas_forks.subject, time_ns
