-- kind: table
-- definition: Bytes handed to the receiving application while all flows of the run are there: from when the last of them starts, or the start of the measured period, to its end.
-- needs: deliveries, connections, periods
SELECT
    connections.run_id,
    connections.subject,
    coalesce(
        sum(size_bytes) FILTER (delivered_ns BETWEEN shared.start_ns AND shared.end_ns), 0
    ) AS bytes,
    any_value(shared.end_ns - shared.start_ns) AS period_ns
FROM connections
JOIN (
    SELECT
        run_id,
        CASE WHEN any_value(start_is_given) THEN any_value(start_ns) ELSE max(first_packet_ns) END
            AS start_ns,
        any_value(end_ns) AS end_ns
    FROM periods JOIN connections USING (run_id)
    GROUP BY run_id
) AS shared USING (run_id)
LEFT JOIN deliveries USING (connection)
GROUP BY connections.run_id, connections.subject
