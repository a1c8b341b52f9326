-- title: Average congestion window, as printed
-- table: metrics
-- unit: packets
-- definition: Mean of the values in the window's trace, a value for each change, over the whole 4096-byte buffers of the file only: its end had not been written when it was read.
-- source: thesis Table 4.16; the buffers are inferred from the digits
SELECT run_id, subject, value
FROM (
    SELECT
        run_id,
        'flow' || flow AS subject,
        CAST(sum(CAST(round(1000 * value) AS BIGINT)) AS BIGINT) / count(*) / 1000 AS value
    FROM congestion_windows
    WHERE end_byte <= file_bytes // 4096 * 4096
    GROUP BY run_id, flow
)
