-- kind: table
-- definition: What became of each data packet that was sent: arrived, dropped with a cause, or neither, since it was under way when the trace ended or got lost where nothing is traced. In the air, a cause is a layer and its reason, such as RTR NRTE (no route).
-- needs: transits, connections, drops, wireless_packets
SELECT
    run_id,
    connection,
    subject,
    uid,
    arrived_ns IS NOT NULL AS arrived,
    CASE WHEN arrived_ns IS NULL THEN cause END AS cause
FROM transits
JOIN connections USING (connection)
LEFT JOIN (
    SELECT connection, uid, arg_max(cause, time_ns) AS cause
    FROM (
        SELECT connection, uid, time_ns, cause FROM drops
        UNION ALL
        SELECT connection, uid, lost_ns, concat_ws(' ', lost_layer, lost_reason)
        FROM wireless_packets
        JOIN connections USING (
            run_id, flow, source_node, source_port, destination_node, destination_port
        )
        WHERE lost_layer <> 'wire'
    )
    GROUP BY connection, uid
) USING (connection, uid)
