-- The period that rates are of (metrics/sql/common/measured_periods.sql), as a user chose it.
CREATE TEMP TABLE measured_periods AS
SELECT
    unnest(CAST($runs AS VARCHAR[])) AS run_id,
    CAST($start_ns AS BIGINT) AS start_ns,
    CAST($end_ns AS BIGINT) AS end_ns
