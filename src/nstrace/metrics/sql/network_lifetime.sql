-- title: Lifetime of the network
-- subject: energy
-- table: metrics
-- unit: s
-- range: from 0
-- definition: When the first node had no energy left, and when half of the nodes with an energy model had none, from the start of the simulation. Without a value that didn't happen before the trace ended.
-- source: I. Dietrich, F. Dressler: On the lifetime of wireless sensor networks, ACM Transactions on Sensor Networks 5 (1), 2009 (n-of-n and k-of-n lifetime)
-- needs: node_energy
WITH ends AS (
    SELECT run_id, node, min(time_ns) FILTER (energy <= 0) AS end_ns
    FROM node_energy
    GROUP BY run_id, node
),
ranked AS (
    SELECT
        run_id,
        end_ns,
        row_number() OVER (PARTITION BY run_id ORDER BY end_ns NULLS LAST) AS ended,
        count(*) OVER (PARTITION BY run_id) AS nodes
    FROM ends
)
SELECT run_id, 'first node' AS subject, end_ns / 1e9 AS value
FROM ranked
WHERE ended = 1 AND end_ns IS NOT NULL
UNION ALL
SELECT run_id, 'half of the nodes', end_ns / 1e9
FROM ranked
WHERE ended = (nodes + 1) // 2 AND end_ns IS NOT NULL
