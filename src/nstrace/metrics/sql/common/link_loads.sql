-- kind: table
-- definition: What each link took in and carried: packets of all types, since acknowledgements and routing take room, too. A packet of SCTP has a line for each of its chunks, all with the size of the packet, which counts once.
-- needs: data_types, periods, bare_packets
SELECT
    run_id,
    from_node,
    to_node,
    CAST(sum(data_packets_queued) AS BIGINT) AS data_packets_queued,
    sum(bytes_carried // chunks) AS bytes_carried,
    any_value(period_ns) AS period_ns
FROM (
    SELECT
        run_id,
        from_node,
        to_node,
        greatest(coalesce(chunks, 1), 1) AS chunks,
        count(*) FILTER (
            event = '+' AND size_bytes > bare_header_bytes AND bare_packets.uid IS NULL
        ) AS data_packets_queued,
        coalesce(
            sum(size_bytes) FILTER (event = '-' AND time_ns BETWEEN start_ns AND end_ns), 0
        ) AS bytes_carried,
        any_value(end_ns - start_ns) AS period_ns
    FROM packets
    LEFT JOIN data_types USING (type)
    LEFT JOIN bare_packets USING (run_id, uid)
    JOIN periods USING (run_id)
    WHERE event IN ('+', '-')
    GROUP BY ALL
)
GROUP BY run_id, from_node, to_node
