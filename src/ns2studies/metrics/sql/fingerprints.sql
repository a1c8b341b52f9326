-- The fingerprints of runs.
SELECT run_id, fingerprint FROM read_parquet($files)
