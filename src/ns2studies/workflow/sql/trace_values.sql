-- The values of a metric, by run and subject.
SELECT run_id, subject, value FROM read_parquet($files) WHERE value IS NOT NULL
