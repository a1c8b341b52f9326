-- kind: table
-- definition: Links that go down or up, both directions of one together, by flow that had started.
-- needs: connections
SELECT
    connection,
    run_id,
    time_ns,
    subject || format(
        ' {}-{} {} at {} s', one_node, other_node, state, CAST(time_ns / 1e9 AS VARCHAR)
    ) AS subject
FROM (
    SELECT DISTINCT
        run_id,
        time_ns,
        state,
        least(from_node, to_node) AS one_node,
        greatest(from_node, to_node) AS other_node
    FROM links
)
JOIN connections USING (run_id)
WHERE first_packet_ns <= time_ns
