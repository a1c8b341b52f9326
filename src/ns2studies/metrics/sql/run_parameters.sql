-- The runs' seeds and parameters, as one file of each run has them.
CREATE TEMP TABLE run_parameters AS
SELECT
    CAST(regexp_extract(file_name, 'run_id=([^/]+)/[^/]+$', 1) AS run_name) AS run_id,
    CAST(json_extract_string(decode(value), '$.seed') AS INTEGER) AS seed,
    CAST(json_extract(decode(value), '$.parameters') AS VARCHAR) AS parameters
FROM parquet_kv_metadata($files) WHERE decode(key) = $key
