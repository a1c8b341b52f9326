-- Flows that number bytes, so that most packets begin where the one before ends, and in which some
-- packets reach beyond the next number: they carry again what had been sent in pieces.
WITH sparse AS (
    -- Numbers of packets leave no room between them.
    SELECT connection FROM segments GROUP BY connection HAVING max(number) - min(number) > count(*)
), pieces AS (
    SELECT
        connection,
        sequence AS number,
        max(size_bytes) - any_value(bare_header_bytes) AS data_bytes,
        lead(sequence) OVER (PARTITION BY connection ORDER BY sequence) AS next_number
    FROM transits SEMI JOIN sparse USING (connection) JOIN connections USING (connection)
    WHERE sequence >= 0
    GROUP BY connection, sequence
)
SELECT run_id, subject, count(*) FILTER (next_number < number + data_bytes) AS packets
FROM pieces JOIN connections USING (connection)
WHERE data_bytes > 1
GROUP BY run_id, subject
HAVING packets > 0 AND 2 * count(*) FILTER (next_number = number + data_bytes) > count(*)
ORDER BY run_id, length(subject), subject
