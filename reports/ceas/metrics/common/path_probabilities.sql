-- kind: table
-- definition: Probability of a colony's whole path, as the product of those of its links, each time until one changes; and without links that fail in this run. A node of which nothing was written yet counts as 1.
-- needs: ceas_paths, ceas_pheromones, run_events, run_parameters
WITH hops AS (
    SELECT run_id, subject, path, ceas_pheromones.node, neighbour, time_ns, probability
    FROM ceas_pheromones
    JOIN ceas_paths USING (source_node, destination_node, node, neighbour)
),
failing AS (
    SELECT
        run_id,
        CAST(json_extract_string(parameters, '$.outages[0].from') AS INTEGER) AS one,
        CAST(json_extract_string(parameters, '$.outages[0].to') AS INTEGER) AS other
    FROM run_parameters
),
moments AS (
    SELECT DISTINCT run_id, subject, time_ns FROM hops
),
asked AS (
    SELECT run_id, subject, path, node, neighbour, time_ns
    FROM moments JOIN ceas_paths USING (subject)
),
products AS (
    SELECT
        asked.run_id, asked.subject, asked.path, asked.time_ns,
        product(coalesce(probability, 1)) AS probability,
        product(CASE
            WHEN (asked.node, asked.neighbour) IN ((one, other), (other, one)) THEN 1
            ELSE coalesce(probability, 1)
        END) AS up_probability
    FROM asked
    ASOF LEFT JOIN hops
        ON asked.run_id = hops.run_id
        AND asked.subject = hops.subject
        AND asked.path = hops.path
        AND asked.node = hops.node
        AND asked.neighbour = hops.neighbour
        AND asked.time_ns >= hops.time_ns
    JOIN failing ON asked.run_id = failing.run_id
    GROUP BY ALL
)
SELECT
    run_id, subject, time_ns,
    lead(time_ns, 1, end_ns) OVER (PARTITION BY run_id, subject ORDER BY time_ns) AS until_ns,
    short, long, short_up, long_up
FROM (
    SELECT
        run_id, subject, time_ns,
        max(probability) FILTER (path = 'short') AS short,
        max(probability) FILTER (path = 'long') AS long,
        max(up_probability) FILTER (path = 'short') AS short_up,
        max(up_probability) FILTER (path = 'long') AS long_up
    FROM products
    GROUP BY run_id, subject, time_ns
)
JOIN (SELECT run_id, time_ns AS end_ns FROM run_events WHERE event = 'end') USING (run_id)
