-- kind: table
-- definition: When the receiving application gets each piece of data: TCP hands it on in order, when all that was numbered lower has arrived; other transports at once.
-- needs: segments, connections
WITH numbered AS (
    SELECT
        connection,
        number,
        size_bytes,
        -- What never arrives keeps all that is numbered higher waiting for ever.
        coalesce(first_arrived_ns, 9223372036854775807) AS arrived_ns,
        lead(arrived_ns) OVER (PARTITION BY connection ORDER BY number) AS next_ns,
        bare_header_bytes > 0 AS is_in_order
    FROM segments JOIN connections USING (connection)
),
-- Waiting is only ever for a piece that arrived later than the one after it. There are few of
-- them, and a running maximum over all pieces would cost several times as much as all the rest.
late AS (
    SELECT
        connection, number, max(arrived_ns) OVER (PARTITION BY connection ORDER BY number) AS until_ns
    FROM numbered
    WHERE is_in_order AND arrived_ns > next_ns
)
SELECT
    numbered.connection,
    size_bytes,
    nullif(greatest(arrived_ns, until_ns), 9223372036854775807) AS delivered_ns
FROM numbered ASOF LEFT JOIN late
    ON numbered.connection = late.connection AND numbered.number > late.number
WHERE delivered_ns IS NOT NULL
