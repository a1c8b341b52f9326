-- kind: table
-- definition: Values of the congestion window, named after the sender's flow, or after its address if there is no trace of its packets; with the size of the file they stood in, the value before, and when the next one came.
-- needs: connections
SELECT
    run_id,
    coalesce(subject, 'sender ' || source_node || '.' || source_port) AS subject,
    time_ns,
    value,
    end_byte,
    file_bytes,
    lag(value) OVER changes AS before,
    lead(time_ns) OVER changes AS next_ns
FROM variables
LEFT JOIN (
    SELECT run_id, source_node, source_port, min(subject) AS subject
    FROM connections
    WHERE bare_header_bytes > 0
    GROUP BY ALL
) USING (run_id, source_node, source_port)
JOIN (SELECT run_id, max(end_byte) AS file_bytes FROM variables GROUP BY run_id) USING (run_id)
WHERE variable = 'cwnd_'
WINDOW changes AS (PARTITION BY run_id, source_node, source_port ORDER BY end_byte)
