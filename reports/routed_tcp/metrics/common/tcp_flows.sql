-- kind: table
-- definition: TCP flows of runs that wrote flow bins: when they start, when the run ends, the rate of what feeds them, and the width of a bin.
-- needs: run_parameters
SELECT
    run_id,
    seed,
    CAST(place + 1 AS INTEGER) AS flow,
    'flow' || (place + 1) AS subject,
    CAST(json_extract_string(parameters, '$.flows[' || place || '].source') AS INTEGER)
        AS source_node,
    CAST(round(1e6 * CAST(
        json_extract_string(parameters, '$.flows[' || place || '].start_s') AS DOUBLE
    )) AS BIGINT) AS start_us,
    CAST(round(1e6 * CAST(json_extract_string(parameters, '$.end_s') AS DOUBLE)) AS BIGINT)
        AS end_us,
    CAST(coalesce(
        json_extract_string(parameters, '$.flows[' || place || '].cbr_rate_bps'),
        json_extract_string(parameters, '$.traffic.cbr_rate_bps')
    ) AS DOUBLE) AS rate_bps,
    CAST(round(1e6 * CAST(json_extract_string(parameters, '$.tracing.bin_s') AS DOUBLE)) AS BIGINT)
        AS width_us
FROM (
    SELECT *, unnest(range(CAST(json_array_length(parameters, '$.flows') AS BIGINT))) AS place
    FROM run_parameters
    WHERE json_extract_string(parameters, '$.tracing.bin_s') IS NOT NULL
)
