-- kind: view
-- definition: Lines about packets that carry data.
-- needs: data_types, end_lines, bare_packets
SELECT
    run_id,
    line,
    event,
    time_ns,
    from_node,
    to_node,
    size_bytes,
    flow,
    source_node,
    source_port,
    destination_node,
    destination_port,
    sequence,
    uid
FROM end_lines JOIN data_types USING (type) ANTI JOIN bare_packets USING (run_id, uid)
WHERE size_bytes > bare_header_bytes
