-- Packets of data that arrived and that no line says the sending of, of all flows together; and of
-- each flow, what it sent and lost before unique_throughput's time begins, and how long its connection was set
-- up before if that took more than a twentieth of its time.
SELECT run_id, 'not seen sending' AS what, '' AS subject, count(DISTINCT row(connection, uid)) AS found
FROM data_packets
JOIN connections USING (
    run_id, flow, source_node, source_port, destination_node, destination_port
)
ANTI JOIN transits USING (connection, uid)
WHERE event = 'r' AND to_node = destination_node
GROUP BY run_id
UNION ALL
SELECT run_id, 'lost first', subject, count(*)
FROM segments
JOIN (
    SELECT connection, min(first_sent_ns) AS start_ns
    FROM segments
    WHERE first_arrived_ns IS NOT NULL
    GROUP BY connection
) USING (connection)
JOIN connections USING (connection)
WHERE first_sent_ns < start_ns
GROUP BY run_id, subject
UNION ALL
SELECT run_id, 'set-up', subject, min(first_sent_ns) - any_value(first_packet_ns) AS took
FROM segments JOIN connections USING (connection)
GROUP BY run_id, connection, subject
HAVING 20 * took > max(first_arrived_ns) - any_value(first_packet_ns)
ORDER BY run_id, what DESC, length(subject), subject
