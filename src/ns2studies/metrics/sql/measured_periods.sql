-- The runs' ends, and the ends of warm-ups, as one file of each run has them among its
-- parameters; NULL where there are none. The run that a file belongs to is said by the folder
-- that it lies in.
CREATE TEMP TABLE measured_periods AS
WITH said AS (
    SELECT
        CAST(regexp_extract(file_name, 'run_id=([^/]+)/[^/]+$', 1) AS run_name) AS run_id,
        json_extract_string(decode(value), '$.parameters.measured_from_s') AS start_s,
        json_extract_string(decode(value), '$.parameters.end_s') AS end_s
    FROM parquet_kv_metadata($files) WHERE decode(key) = $key
)
SELECT
    run_id,
    CAST(round(1e9 * CAST(start_s AS DOUBLE)) AS BIGINT) AS start_ns,
    CAST(round(1e9 * CAST(end_s AS DOUBLE)) AS BIGINT) AS end_ns
FROM said
