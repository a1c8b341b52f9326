-- A metric's finite values of some subjects.
SELECT run_id, subject, CAST(value AS DOUBLE) AS value FROM read_parquet($files)
WHERE subject IN $subjects AND isfinite(value)
