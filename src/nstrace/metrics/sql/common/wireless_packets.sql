-- kind: table
-- definition: Each packet of agents (no routing packet, whose source port is 255) that wireless lines tell of, and its fate: received, dropped if the last that happened to it is a drop (but not END, with which ns gives up what waits when a run ends, nor DUP, a copy of what the node has; tagged lines have no reasons, and there it counts as dropped), else unresolved, since it was under way when the trace ended or got lost where nothing is traced. What agents sent and received is known where they are traced. The place of a loss is its last drop; of those at one time the router's, which is told what the layer below gave up. A broadcast is received by as many nodes as receivers says.
-- needs: joined_packets, traced_layers
WITH lines AS (
    SELECT
        run_id, line, event, time_ns, node, layer, reason, type, size_bytes, flow,
        source_node, source_port, destination_node, destination_port, sequence, uid, forwards
    FROM wireless
    WHERE source_port <> 255
    UNION ALL
    -- On wires, a node is an agent where packets start or end.
    SELECT
        run_id, line, CASE WHEN is_start THEN 's' WHEN is_end THEN 'r' ELSE 'd' END, time_ns,
        CASE WHEN is_end THEN to_node ELSE from_node END,
        CASE WHEN is_start OR is_end THEN 'AGT' ELSE 'wire' END, 'link', type, size_bytes, flow,
        source_node, source_port, destination_node, destination_port, sequence, uid, NULL
    FROM joined_packets
    WHERE is_start OR is_end OR event NOT IN ('+', '-', 'r')
),
packets_seen AS (
    SELECT
        run_id, uid, type, source_node, source_port, destination_node, destination_port,
        coalesce(max(flow), 0) AS flow,
        max(sequence) AS sequence,
        min(time_ns) FILTER (layer = 'AGT' AND event = 's') AS sent_ns,
        min(size_bytes) FILTER (layer = 'AGT' AND event = 's') AS sent_bytes,
        min(time_ns) FILTER (layer = 'AGT' AND event = 'r') AS received_ns,
        min(size_bytes) FILTER (layer = 'AGT' AND event = 'r') AS received_bytes,
        count(DISTINCT node) FILTER (layer = 'AGT' AND event = 'r') AS receivers,
        count(*) FILTER (layer = 'RTR' AND event = 'f') AS forwarded,
        count(*) FILTER (layer = 'MAC' AND event = 's') AS transmissions,
        arg_min(forwards, line) FILTER (layer = 'AGT' AND event = 'r') AS hops,
        arg_max(event, line) FILTER (event <> 'd' OR reason IS DISTINCT FROM 'DUP') = 'd' AS ends_with_drop,
        arg_max(
            { time_ns: time_ns, node: node, layer: layer, reason: reason },
            (time_ns, layer = 'RTR', line)
        ) FILTER (event = 'd' AND reason IS DISTINCT FROM 'DUP') AS lost
    FROM lines
    GROUP BY run_id, uid, type, source_node, source_port, destination_node, destination_port
),
traced AS (
    SELECT run_id, run_id IN (SELECT run_id FROM traced_layers WHERE layer = 'AGT') AS agents
    FROM (SELECT DISTINCT run_id FROM wireless)
)
SELECT
    * EXCLUDE (ends_with_drop, lost, agents, receivers)
    REPLACE (
        CASE
            WHEN received_bytes > 0 AND received_bytes >= coalesce(sent_bytes, 0) THEN received_bytes
        END AS received_bytes
    ),
    CASE WHEN agents THEN receivers END AS receivers,
    destination_node = -1 AS is_broadcast,
    (received_ns - sent_ns) / 1e9 AS delay_s,
    CASE
        WHEN received_ns IS NOT NULL THEN 'received'
        WHEN NOT agents THEN NULL
        WHEN ends_with_drop AND coalesce(lost.reason, '') <> 'END' THEN 'dropped'
        ELSE 'unresolved'
    END AS fate,
    CASE WHEN fate = 'dropped' THEN lost.time_ns END AS lost_ns,
    CASE WHEN fate = 'dropped' THEN lost.node END AS lost_node,
    CASE WHEN fate = 'dropped' THEN lost.layer END AS lost_layer,
    CASE WHEN fate = 'dropped' THEN nullif(lost.reason, '---') END AS lost_reason
FROM packets_seen JOIN traced USING (run_id)
