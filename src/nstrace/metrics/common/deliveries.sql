-- kind: table
-- definition: When the receiving application gets each piece of data: TCP hands it on in order, when all that was numbered lower has arrived; other transports at once.
-- needs: segments, connections
SELECT *
FROM (
    SELECT
        connection,
        size_bytes,
        CASE
            WHEN bare_header_bytes = 0 THEN first_arrived_ns
            ELSE nullif(
                max(coalesce(first_arrived_ns, 9223372036854775807)) OVER (
                    PARTITION BY connection ORDER BY number
                ),
                9223372036854775807
            )
        END AS delivered_ns
    FROM segments JOIN connections USING (connection)
)
WHERE delivered_ns IS NOT NULL
