-- kind: table
-- definition: Nodes to which a data packet came back, and how often. Every packet has a uid of its own, so that a retransmission is not taken for a loop. A node is visited when a link has delivered the packet there; its source, when it was sent.
-- needs: data_packets, connections
WITH suspects AS MATERIALIZED (
    -- Few packets loop. One that came to as many nodes as there are bits in their set did not;
    -- of 64 bits, so that several nodes may share one, and the others have to be looked at.
    SELECT run_id, uid
    FROM data_packets
    WHERE event = 'r'
    GROUP BY run_id, uid
    HAVING
        bit_count(bit_or(CAST(1 AS UBIGINT) << CAST(to_node & 63 AS UBIGINT))) < count(*)
        OR bool_or(to_node = source_node)
)
SELECT connection, run_id, subject, uid, to_node AS node, returns
FROM (
    SELECT
        connection,
        uid,
        to_node,
        count(*) - 1 + CAST(any_value(to_node = source_node) AS INTEGER) AS returns
    FROM data_packets
    SEMI JOIN suspects USING (run_id, uid)
    JOIN connections USING (
        run_id, flow, source_node, source_port, destination_node, destination_port
    )
    WHERE event = 'r'
    GROUP BY connection, uid, to_node
)
JOIN connections USING (connection)
WHERE returns > 0
