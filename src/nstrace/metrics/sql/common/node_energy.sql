-- kind: view
-- definition: How much energy a node had left, whenever a line says so: wireless lines with an energy model, and nam's N lines in a trace.
SELECT run_id, line, time_ns, node, energy
FROM wireless
WHERE energy >= 0
UNION ALL
SELECT run_id, line, time_ns, node, energy FROM energy
