-- kind: input
-- definition: When the first packet of each flow arrived; of runs that write that down.
SELECT
    CAST(NULL AS VARCHAR) AS run_id,
    CAST(NULL AS BIGINT) AS time_ns,
    CAST(NULL AS INTEGER) AS flow
WHERE false
