-- TCP flows of which no packet has more than a bare header's bytes, though they are numbered like
-- data: agents without headers (useHeaders_ false) that send so little at a time.
SELECT
    run_id,
    format(
        'flow{} {}.{}-{}.{}', flow, source_node, source_port, destination_node, destination_port
    ),
    max(size_bytes) AS most_bytes,
    count(DISTINCT uid) AS packets
FROM end_lines
JOIN data_types USING (type)
ANTI JOIN connections USING (
    run_id, flow, source_node, source_port, destination_node, destination_port
)
WHERE bare_header_bytes > 0 AND source_node IS NOT NULL AND destination_node IS NOT NULL
GROUP BY run_id, flow, source_node, source_port, destination_node, destination_port
HAVING max(size_bytes) <= any_value(bare_header_bytes) AND max(sequence) > 1
ORDER BY ALL
