-- The rows of a metric of traces.
INSERT INTO metrics
SELECT DISTINCT run_id, point, scenario, seed, $metric, coalesce(subject, ''), value, $unit
FROM read_parquet($files) JOIN runs USING (run_id)
WHERE value IS NOT NULL
ORDER BY ALL;
