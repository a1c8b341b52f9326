-- title: Energy left over time
-- subject: energy
-- table: energy_series
-- unit: J
-- definition: What each node had left at the end of each second, as the last line of that second with its energy says. Seconds without one are left out.
-- source: mobile/energy-model.cc of ns-2.35; the width of a second is ours
-- needs: node_energy
SELECT
    run_id,
    'node ' || node AS subject,
    time_ns // 1000000000 AS time_s,
    arg_max(energy, line) AS energy_j
FROM node_energy
GROUP BY run_id, node, time_s
