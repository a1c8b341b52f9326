-- kind: table
-- definition: Seconds in which a flow was at full rate: the second before an arrival of new data, if it lies after the flow's first packet and brought at least 90 % of what the flow's best such second did.
-- needs: segments, connections
SELECT connection, second_start_ns
FROM (
    SELECT
        connection,
        second_start_ns,
        bytes,
        max(bytes) OVER (PARTITION BY connection) AS most_bytes
    FROM (
        SELECT
            connection,
            first_arrived_ns - 1000000000 AS second_start_ns,
            sum(size_bytes) OVER (
                PARTITION BY connection
                ORDER BY first_arrived_ns
                RANGE BETWEEN 999999999 PRECEDING AND CURRENT ROW
            ) AS bytes
        FROM segments
        WHERE first_arrived_ns IS NOT NULL
    )
    JOIN connections USING (connection)
    WHERE second_start_ns >= first_packet_ns
)
WHERE 10 * bytes >= 9 * most_bytes
