-- kind: table
-- definition: What the routing agents of wireless nodes sent, by type: packets from port 255, as ns gives it to them. Each hop is a sending: by the node that made the packet, or by one that passes it on. Bytes are as the router hands them down, headers of the link and below left out.
SELECT run_id, type, count(*) AS packets, sum(size_bytes) AS bytes
FROM wireless
WHERE layer = 'RTR' AND event IN ('s', 'f') AND source_port = 255
GROUP BY run_id, type
