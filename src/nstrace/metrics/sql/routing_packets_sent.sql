-- title: Routing packets sent
-- subject: routing
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Packets that the routing agents of wireless nodes sent, or passed on: each hop counts. By type, and all.
-- source: J. Broch, D. Maltz, D. Johnson, Y.-C. Hu, J. Jetcheva: A performance comparison of multi-hop wireless ad hoc network routing protocols, MobiCom 1998 (routing overhead)
-- needs: routing_packets
SELECT run_id, coalesce(type, 'all') AS subject, CAST(sum(packets) AS DOUBLE) AS value
FROM routing_packets
GROUP BY GROUPING SETS ((run_id, type), (run_id))
