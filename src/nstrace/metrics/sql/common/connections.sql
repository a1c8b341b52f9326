-- kind: table
-- definition: Senders and receivers of data, each pair of addresses in one direction. A flow number names a connection if no other has it; else the addresses are part of the name, since ns numbers every flow 0 unless told otherwise.
-- needs: data_types, end_lines
SELECT
    CAST(
        row_number() OVER (
            ORDER BY
                run_id, flow, source_node, source_port, destination_node, destination_port
        ) AS INTEGER
    ) AS connection,
    *,
    'flow' || flow || CASE
        WHEN count(*) OVER (PARTITION BY run_id, flow) > 1 THEN
            format(
                ' {}.{}-{}.{}', source_node, source_port, destination_node, destination_port
            )
        ELSE ''
    END AS subject
FROM (
    -- Without its sending there is nothing to measure: the link by which packets leave their
    -- source must be traced. A packet may be dropped in front of that link's queue.
    SELECT
        run_id,
        flow,
        source_node,
        source_port,
        destination_node,
        destination_port,
        min(type) FILTER (size_bytes > bare_header_bytes) AS type,
        max(bare_header_bytes) AS bare_header_bytes,
        min(time_ns) AS first_packet_ns
    FROM end_lines LEFT JOIN data_types USING (type)
    WHERE event IN ('+', 'd', 'e') AND from_node = source_node
    GROUP BY ALL
    HAVING bool_or(size_bytes > bare_header_bytes)
)
