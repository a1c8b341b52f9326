-- kind: table
-- definition: Flows of runs whose parameters say what each flow is counted as (its traffic class): long-lived TCP flows and streams, with their numbers in the trace, numbered by class, and the period that is measured.
-- needs: run_parameters
WITH given AS (
    SELECT
        run_id,
        seed,
        parameters,
        CAST(json_array_length(parameters, '$.flows') AS BIGINT) AS flows,
        CAST(coalesce(json_array_length(parameters, '$.streams'), 0) AS BIGINT) AS streams,
        CAST(round(1e6 * coalesce(
            CAST(json_extract_string(parameters, '$.measured_from_s') AS DOUBLE), 0
        )) AS BIGINT) AS start_us,
        CAST(round(1e6 * CAST(json_extract_string(parameters, '$.end_s') AS DOUBLE)) AS BIGINT)
            AS end_us,
        CAST(round(
            1e6 * CAST(json_extract_string(parameters, '$.tracing.bin_s') AS DOUBLE)
        ) AS BIGINT) AS width_us
    FROM run_parameters
    WHERE json_extract_string(parameters, '$.flows[0].role') IS NOT NULL
),
named AS (
    SELECT
        *,
        CAST(place + 1 AS INTEGER) AS flow,
        true AS is_tcp,
        json_extract_string(parameters, '$.flows[' || place || '].role') AS traffic_class
    FROM (SELECT *, unnest(range(flows)) AS place FROM given)
    UNION ALL
    SELECT
        *,
        CAST(flows + place + 1 AS INTEGER),
        false,
        json_extract_string(parameters, '$.streams[' || place || '].kind') || ' '
            || json_extract_string(parameters, '$.streams[' || place || '].role')
    FROM (SELECT *, unnest(range(streams)) AS place FROM given)
)
SELECT
    run_id,
    seed,
    flow,
    is_tcp,
    traffic_class,
    traffic_class || ' '
        || row_number() OVER (PARTITION BY run_id, traffic_class ORDER BY flow) AS subject,
    start_us,
    end_us,
    width_us
FROM named
