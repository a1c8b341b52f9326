-- title: Time of the first answer
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From the first packet of a TCP flow to the first packet that arrives at its sender from the other end, of whatever type: when a connection request is acknowledged.
-- source: ours; the establishment of the connection in S. Tamrakar's thesis (2009), section 5.1
-- needs: connections, packets_between_nodes
SELECT
    run_id,
    subject,
    (min(time_ns) - any_value(first_packet_ns)) / 1e9 AS value
FROM (
    SELECT
        run_id,
        destination_node AS source_node,
        destination_port AS source_port,
        source_node AS destination_node,
        source_port AS destination_port,
        time_ns
    FROM packets_between_nodes AS packets
    WHERE event = 'r' AND to_node = packets.destination_node
)
JOIN connections USING (run_id, source_node, source_port, destination_node, destination_port)
WHERE bare_header_bytes > 0 AND time_ns >= first_packet_ns
GROUP BY run_id, subject
