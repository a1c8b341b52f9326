-- title: Average congestion window, as printed
-- subject: TCP window
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Mean of the values in the window's trace, a value for each change, over the whole 4096-byte buffers of the file only: its end had not been written when it was read, and its last number may be cut in the middle.
-- source: M. Kazmi's thesis (study mpls), Table 4.16; the buffers are inferred from the digits
-- needs: congestion_windows
SELECT
    run_id,
    subject,
    sum(CAST(round(1000 * CAST(left(text, written_bytes - value_start) AS DOUBLE)) AS BIGINT))
    / count(*) / 1000 AS value
FROM (
    -- ns prints a value with three decimals, padded to six characters, before the line's end.
    SELECT
        run_id,
        subject,
        printf('%.3f', value) AS text,
        end_byte - 1 - greatest(6, length(printf('%.3f', value))) AS value_start,
        file_bytes // 4096 * 4096 AS written_bytes
    FROM congestion_windows
)
WHERE value_start < written_bytes
GROUP BY run_id, subject
