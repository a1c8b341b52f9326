-- title: Packets neither received nor dropped, by where they were last seen
-- subject: delivery and loss
-- table: unresolved_packets
-- unit: packets
-- definition: Data packets as in data_packets_unresolved, by what the last line about them says: waiting at a link (+), on a link after they left its queue (-, or c after a collision), at a node that a link brought them to (r); in the air the node, its layer, and what that did last (s sent, r received, f passed on, d gave up when the run ended).
-- source: ours
-- needs: fates, connections
WITH unresolved AS MATERIALIZED (
    SELECT run_id, subject, uid, source_node, destination_node
    FROM fates JOIN connections USING (run_id, connection, subject)
    WHERE NOT arrived AND cause IS NULL
),
seen AS (
    SELECT run_id, subject, uid, line, CASE
        WHEN event = '+' THEN 'waiting at link ' || from_node || '-' || to_node
        WHEN event = 'r' THEN 'at node ' || to_node
        ELSE 'on link ' || from_node || '-' || to_node
    END AS last_seen
    FROM packets JOIN unresolved USING (run_id, uid)
    UNION ALL
    SELECT run_id, subject, uid, line, concat_ws(' ', 'node', node, layer, event)
    FROM wireless JOIN unresolved USING (run_id, uid, source_node, destination_node)
)
SELECT run_id, subject, last_seen, count(*) AS packets
FROM (
    SELECT run_id, subject, uid, arg_max(last_seen, line) AS last_seen
    FROM seen
    GROUP BY run_id, subject, uid
)
GROUP BY run_id, subject, last_seen
