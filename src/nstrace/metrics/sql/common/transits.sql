-- kind: table
-- definition: Each data packet that was sent, and when it arrived. Its uid tells it from others: every packet has its own, a retransmission too, and keeps it from link to link. It is sent when it enters the queue of the link it leaves its source by, at the first time if a loop brings it back there, or is dropped in front of it; it arrives when the link into its destination has delivered it, in another size if a link changed that, as one that compresses headers does.
-- needs: data_packets, connections
SELECT
    connection,
    uid,
    min(sequence) AS sequence,
    min(size_bytes) FILTER (event <> 'r') AS size_bytes,
    min(size_bytes) FILTER (event = 'r') AS arrived_bytes,
    min(time_ns) FILTER (event <> 'r') AS sent_ns,
    bool_or(event = '+') AS entered_queue,
    min(time_ns) FILTER (event = 'r') AS arrived_ns,
    min(line) FILTER (event = 'r') AS arrival_line
FROM data_packets
JOIN connections USING (
    run_id, flow, source_node, source_port, destination_node, destination_port
)
WHERE
    (event = 'r' AND to_node = destination_node)
    OR (event IN ('+', 'd', 'e') AND from_node = source_node)
GROUP BY connection, uid
HAVING sent_ns IS NOT NULL
