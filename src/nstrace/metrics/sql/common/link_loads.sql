-- kind: table
-- definition: What each link took in and carried: packets of all types, since acknowledgements and routing take room, too.
-- needs: data_types, periods
SELECT
    run_id,
    from_node,
    to_node,
    count(*) FILTER (event = '+' AND size_bytes > bare_header_bytes) AS data_packets_queued,
    coalesce(
        sum(size_bytes) FILTER (event = '-' AND time_ns BETWEEN start_ns AND end_ns), 0
    ) AS bytes_carried,
    any_value(end_ns - start_ns) AS period_ns
FROM packets
LEFT JOIN data_types USING (type)
JOIN periods USING (run_id)
WHERE event IN ('+', '-')
GROUP BY run_id, from_node, to_node
