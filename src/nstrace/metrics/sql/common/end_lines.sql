-- kind: view
-- definition: Lines about packets as metrics of flows ask them. Of a packet in the air, those of the agents: it is sent (+) and arrives (r) between source and destination, whatever passes it on. Packets of routing protocols in the air are between routers, where they are asked for. Old wireless lines have no flow id, which counts as 0.
-- needs: data_types, joined_packets, packets_between_nodes
SELECT
    run_id, line, event, time_ns, from_node, to_node, type, size_bytes, flow,
    source_node, source_port, destination_node, destination_port, sequence, uid
FROM packets_between_nodes
ANTI JOIN joined_packets USING (run_id, line)
UNION ALL
SELECT * EXCLUDE (is_start, is_end, goes_into_the_air)
FROM joined_packets
WHERE is_start OR is_end OR event NOT IN ('+', '-', 'r')
UNION ALL
SELECT
    run_id, line, CASE event WHEN 's' THEN '+' ELSE 'r' END, time_ns,
    source_node, destination_node, type, size_bytes, coalesce(flow, 0),
    source_node, source_port, destination_node, destination_port, coalesce(sequence, -1), uid
FROM wireless
WHERE layer = 'AGT' AND event IN ('s', 'r')
UNION ALL
SELECT
    run_id, line, CASE event WHEN 's' THEN '+' ELSE 'r' END, time_ns,
    source_node, destination_node, type, size_bytes, coalesce(flow, 0),
    source_node, source_port, destination_node, destination_port, coalesce(sequence, -1), uid
FROM wireless SEMI JOIN data_types USING (type)
WHERE
    layer = 'RTR'
    AND source_port = 255
    AND (event = 's' AND node = source_node OR event = 'r' AND destination_node IN (node, -1))
