-- kind: table
-- definition: Packets that arrived in a size that can't be true: below 0, or in the air smaller than their agent sent them (nodes add headers, and take none away that the agent sent). 802.15.4 keeps the length of a frame in one byte, so that 1000 bytes arrive as -4.
SELECT run_id, uid, type
FROM wireless
WHERE layer = 'AGT' AND event IN ('s', 'r')
GROUP BY run_id, uid, type
HAVING min(size_bytes) FILTER (event = 'r') < max(size_bytes) FILTER (event = 's')
UNION
SELECT run_id, uid, type
FROM packets SEMI JOIN (SELECT run_id, uid FROM packets WHERE size_bytes < 0) USING (run_id, uid)
GROUP BY run_id, uid, type
HAVING max(size_bytes) > 0
