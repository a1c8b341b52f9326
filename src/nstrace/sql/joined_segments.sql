-- Flows that number bytes, so that most packets begin where the one before ends, and in which some
-- packets reach beyond the next number: they carry again what had been sent in pieces.
SELECT run_id, subject, count(*) FILTER (next_number < number + data_bytes) AS packets
FROM (
    SELECT
        connection,
        sequence AS number,
        max(size_bytes) - any_value(bare_header_bytes) AS data_bytes,
        lead(sequence) OVER (PARTITION BY connection ORDER BY sequence) AS next_number
    FROM transits JOIN connections USING (connection)
    WHERE sequence >= 0
    GROUP BY connection, sequence
)
JOIN connections USING (connection)
WHERE data_bytes > 1
GROUP BY run_id, subject
HAVING packets > 0 AND 2 * count(*) FILTER (next_number = number + data_bytes) > count(*)
ORDER BY run_id, length(subject), subject
