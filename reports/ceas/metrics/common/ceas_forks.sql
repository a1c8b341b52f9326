-- kind: view
-- definition: Of each colony, the node where its two paths part, and the next node on either.
-- needs: ceas_paths
SELECT
    short.source_node, short.destination_node, short.subject, short.node,
    short.neighbour AS short_neighbour, long.neighbour AS long_neighbour
FROM (SELECT * FROM ceas_paths WHERE path = 'short') AS short
JOIN (SELECT * FROM ceas_paths WHERE path = 'long') AS long USING (subject, node)
WHERE short.neighbour <> long.neighbour
