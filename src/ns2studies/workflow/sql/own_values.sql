-- The values of a metric of one's own, by run and subject.
SELECT run_id, subject, value FROM read_parquet($files) WHERE metric = $metric
