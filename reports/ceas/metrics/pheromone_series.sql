-- title: Pheromone probabilities over time
-- table: pheromone_series
-- unit: 1
-- definition: Probability that ants of a colony that carries data take a link, at 40 moments between each two events of a run; first replication only.
-- source: S. Tamrakar's thesis (2009), Figures 4.13 and 4.14
-- needs: ceas_forks, ceas_pheromones, run_events
SELECT
    asked.run_id,
    asked.subject,
    asked.node,
    asked.neighbour,
    asked.time_ns / 1e9 AS time_s,
    probability
FROM (
    SELECT run_id, subject, source_node, destination_node, node, neighbour, time_ns
    FROM (
        SELECT DISTINCT
            run_id, subject, source_node, destination_node, ceas_pheromones.node, neighbour
        FROM ceas_pheromones
        JOIN (SELECT subject, source_node, destination_node FROM ceas_forks) AS colonies
            USING (source_node, destination_node)
    )
    JOIN (
        SELECT run_id, time_ns + (next_ns - time_ns) * step // 40 AS time_ns
        FROM (
            SELECT
                run_id, seed, time_ns,
                lead(time_ns) OVER (PARTITION BY run_id ORDER BY time_ns, event = 'end') AS next_ns
            FROM run_events
        )
        CROSS JOIN (SELECT unnest(range(1, 41)) AS step) AS steps
        WHERE seed = 1 AND next_ns > time_ns
    ) AS moments USING (run_id)
) AS asked
ASOF JOIN ceas_pheromones
    ON asked.run_id = ceas_pheromones.run_id
    AND asked.source_node = ceas_pheromones.source_node
    AND asked.destination_node = ceas_pheromones.destination_node
    AND asked.node = ceas_pheromones.node
    AND asked.neighbour = ceas_pheromones.neighbour
    AND asked.time_ns >= ceas_pheromones.time_ns
