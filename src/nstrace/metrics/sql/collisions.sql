-- title: Collisions
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Lines about collisions: of packets of any kind that collided at a node in the air (COL, where the MAC layer is traced), and on a LAN or a link of satellites (c). A sender may try again, so that a collision is no loss by itself.
-- source: trace/cmu-trace.cc and mac/mac-802_3.cc of ns-2.35
SELECT run_id, 'node ' || node AS subject, CAST(count(*) AS DOUBLE) AS value
FROM wireless
WHERE event = 'd' AND reason = 'COL'
GROUP BY run_id, node
UNION ALL
SELECT run_id, 'link ' || from_node || '-' || to_node, CAST(count(*) AS DOUBLE)
FROM packets
WHERE event = 'c'
GROUP BY run_id, from_node, to_node
