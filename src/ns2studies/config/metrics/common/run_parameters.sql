-- kind: input
-- definition: Parameters of the scenario that each run is of, as JSON, and the number of the replication. A trace does not say them; without them, metrics of events and of flow bins give nothing.
SELECT
    CAST(NULL AS VARCHAR) AS run_id,
    CAST(NULL AS INTEGER) AS seed,
    CAST(NULL AS VARCHAR) AS parameters
WHERE false
