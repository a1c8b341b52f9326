-- The rows of metrics of one's own.
INSERT INTO metrics
SELECT DISTINCT run_id, point, scenario, seed, metric, subject, value, unit
FROM read_parquet($files) JOIN runs USING (run_id)
ORDER BY ALL;
