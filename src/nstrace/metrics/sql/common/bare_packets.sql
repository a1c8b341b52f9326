-- kind: table
-- definition: TCP's packets without data that some line gives more bytes than data_types takes for a bare header: those sent as one to which a wireless router added its header, and those of a flow whose headers are larger (options, tcpip_base_hdr_size_) - where the connection request (number 0) has up to 80 bytes and others of the flow have more, all that are no larger than it.
-- needs: data_types, end_lines, joined_packets
WITH requests AS (
    SELECT
        run_id, flow, source_node, source_port, destination_node, destination_port,
        max(size_bytes) AS header_bytes
    FROM end_lines JOIN data_types USING (type)
    WHERE sequence = 0 AND bare_header_bytes > 0 AND event = '+' AND from_node = source_node
    GROUP BY ALL
    HAVING header_bytes > any_value(bare_header_bytes) AND header_bytes <= 80
),
-- A sender without a request (Vegas) numbers data from 0: all of its packets have one size.
larger AS (
    SELECT requests.*
    FROM requests
    JOIN end_lines USING (
        run_id, flow, source_node, source_port, destination_node, destination_port
    )
    WHERE event = '+' AND from_node = source_node
    GROUP BY ALL
    HAVING max(size_bytes) > header_bytes
)
SELECT DISTINCT run_id, uid
FROM end_lines
JOIN larger USING (
    run_id, flow, source_node, source_port, destination_node, destination_port
)
WHERE event = '+' AND from_node = source_node AND size_bytes <= header_bytes
UNION
SELECT run_id, uid
FROM (
    SELECT run_id, uid, type, size_bytes FROM wireless WHERE layer = 'AGT' AND event = 's'
    UNION ALL
    SELECT run_id, uid, type, size_bytes FROM joined_packets WHERE is_start
)
JOIN data_types USING (type)
WHERE size_bytes <= bare_header_bytes
