-- Lines about data that is in no flow: SCTP's, and what came with acknowledgements as they were sent.
-- Beside a header these have up to 40 bytes of TCP's options. It is of 40 bytes, or of as many as the
-- smallest one of their flow shows, where a link adds a header of its own in front of its queue.
WITH sizes AS (
    SELECT
        run_id, flow, source_node, source_port, destination_node, destination_port,
        size_bytes, count(*) AS lines
    FROM end_lines
    WHERE type = 'ack' AND event = '+' AND from_node = source_node
    GROUP BY ALL
),
acknowledgements AS (
    SELECT
        run_id, size_bytes, lines,
        min(size_bytes) OVER (
            PARTITION BY
                run_id, flow, source_node, source_port, destination_node, destination_port
        ) AS least_bytes
    FROM sizes
),
answers AS (
    SELECT run_id, CAST(sum(lines) AS BIGINT) AS answers
    FROM acknowledgements
    WHERE size_bytes > 40 + CASE WHEN least_bytes <= 80 THEN greatest(least_bytes, 40) ELSE 40 END
    GROUP BY run_id
),
chunks AS (
    SELECT run_id, count(*) AS chunks FROM end_lines WHERE type = 'sctp' GROUP BY run_id
)
SELECT run_id, coalesce(chunks, 0) AS chunks, coalesce(answers, 0) AS answers
FROM answers FULL JOIN chunks USING (run_id)
ORDER BY run_id
