-- The layers of wireless nodes that are traced, of each run with wireless lines.
SELECT run_id, coalesce(layers, [])
FROM (SELECT DISTINCT run_id FROM wireless)
LEFT JOIN (SELECT run_id, list(layer) AS layers FROM traced_layers GROUP BY run_id) USING (run_id)
ORDER BY run_id
