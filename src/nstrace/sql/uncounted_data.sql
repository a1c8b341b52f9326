-- Lines about data that is in no flow: SCTP's, and what came with acknowledgements as they were sent.
-- Beside a header these have up to 40 bytes of TCP's options. It is of 40 bytes, or of as many as the
-- smallest one of their flow shows, where a link adds a header of its own in front of its queue.
WITH sizes AS (
    SELECT
        run_id, type, size_bytes, lines,
        min(size_bytes) OVER (
            PARTITION BY
                run_id, type, flow, source_node, source_port, destination_node, destination_port
        ) AS least_bytes
    FROM (
        SELECT
            run_id, type, flow, source_node, source_port, destination_node, destination_port,
            size_bytes, count(*) AS lines
        FROM end_lines
        WHERE type = 'sctp' OR type = 'ack' AND event = '+' AND from_node = source_node
        GROUP BY ALL
    )
)
SELECT
    run_id,
    coalesce(sum(lines) FILTER (type = 'sctp'), 0) - any_value(coalesce(in_the_air, 0)),
    any_value(coalesce(in_the_air, 0)),
    coalesce(sum(lines) FILTER (
        type = 'ack'
        AND size_bytes > 40 + CASE WHEN least_bytes <= 80 THEN greatest(least_bytes, 40) ELSE 40 END
    ), 0)
FROM sizes
LEFT JOIN (
    SELECT run_id, count(*) AS in_the_air
    FROM wireless
    WHERE layer = 'AGT' AND event IN ('s', 'r') AND type = 'sctp'
    GROUP BY run_id
) AS wireless_sctp USING (run_id)
GROUP BY run_id
ORDER BY run_id
