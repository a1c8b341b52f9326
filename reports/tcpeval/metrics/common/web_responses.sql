-- kind: table
-- definition: Responses that web clients got whole in the measured period: for each one a row with the time from its request to the last byte, in milliseconds, and one with its bytes of payload.
-- needs: run_parameters
SELECT variables.run_id, variable, value, end_s - measured_from_s AS period_s
FROM variables
JOIN (
    SELECT
        run_id,
        coalesce(CAST(json_extract_string(parameters, '$.measured_from_s') AS DOUBLE), 0)
            AS measured_from_s,
        CAST(json_extract_string(parameters, '$.end_s') AS DOUBLE) AS end_s
    FROM run_parameters
) AS periods
    ON variables.run_id = periods.run_id AND time_ns >= CAST(1e9 * measured_from_s AS BIGINT)
WHERE variable IN ('response_ms_', 'response_bytes_')
