-- title: Lifetime of a node
-- subject: energy
-- table: metrics
-- unit: s
-- range: from 0
-- definition: When a node had no energy left, from the start of the simulation. A node that had some to the end has no value.
-- source: ours; network_lifetime has the first of these
-- needs: node_energy
SELECT run_id, 'node ' || node AS subject, min(time_ns) / 1e9 AS value
FROM node_energy
WHERE energy <= 0
GROUP BY run_id, node
