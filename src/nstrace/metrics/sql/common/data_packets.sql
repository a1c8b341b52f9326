-- kind: view
-- definition: Lines about packets that carry data. The size of one that arrived is NULL if it can't be true (unsized_packets).
-- needs: data_types, end_lines, bare_packets, unsized_packets
SELECT
    run_id,
    line,
    event,
    time_ns,
    from_node,
    to_node,
    CASE WHEN event <> 'r' OR unsized_packets.uid IS NULL THEN size_bytes END AS size_bytes,
    flow,
    source_node,
    source_port,
    destination_node,
    destination_port,
    sequence,
    uid
FROM end_lines JOIN data_types USING (type) ANTI JOIN bare_packets USING (run_id, uid)
LEFT JOIN unsized_packets USING (run_id, uid, type)
WHERE size_bytes > bare_header_bytes OR unsized_packets.uid IS NOT NULL
