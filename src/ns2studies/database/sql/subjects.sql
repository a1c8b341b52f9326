-- The subjects that a metric has in some runs.
SELECT DISTINCT subject FROM read_parquet($files) WHERE run_id IN $runs ORDER BY subject
