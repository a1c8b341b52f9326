-- Links of which each line stands twice in the trace, one after the other: so do the first or the last
-- one about a packet that leaves the queue. SCTP's packets have a line for each of their chunks.
WITH ends AS (
    SELECT run_id, from_node, to_node, min(line) AS first_line, max(line) AS last_line
    FROM packets
    WHERE event = '-' AND type <> 'sctp'
    GROUP BY ALL
),
pairs AS (
    SELECT run_id, from_node, to_node, first_line + unnest([0, 1]) AS line FROM ends
    UNION
    SELECT run_id, from_node, to_node, last_line - unnest([0, 1]) FROM ends
)
SELECT DISTINCT run_id, from_node, to_node
FROM packets JOIN pairs USING (run_id, from_node, to_node, line)
WHERE event = '-'
GROUP BY run_id, from_node, to_node, form, uid, time_ns
HAVING count(*) > 1
ORDER BY ALL
