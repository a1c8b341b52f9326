-- kind: table
-- definition: Nodes to which a data packet came back, and how often. Every packet has a uid of its own, so that a retransmission is not taken for a loop. A node is visited when a link has delivered the packet there; its source, when it was sent.
-- needs: data_packets, connections
SELECT connection, run_id, subject, uid, to_node AS node, returns
FROM (
    SELECT
        connection,
        uid,
        to_node,
        count(*) - 1 + CAST(any_value(to_node = source_node) AS INTEGER) AS returns
    FROM data_packets
    JOIN connections USING (
        run_id, flow, source_node, source_port, destination_node, destination_port
    )
    WHERE event = 'r'
    GROUP BY connection, uid, to_node
)
JOIN connections USING (connection)
WHERE returns > 0
