-- title: Energy left
-- subject: energy
-- table: metrics
-- unit: J
-- range: from 0
-- definition: What the last line with a node's energy says that it had left.
-- source: mobile/energy-model.cc of ns-2.35
-- needs: node_energy
SELECT run_id, 'node ' || node AS subject, arg_max(energy, line) AS value
FROM node_energy
GROUP BY run_id, node
