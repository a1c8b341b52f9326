-- Values of metrics that must be precise, of each run.
SELECT scenario, seed, metric, subject, value FROM metrics
WHERE study = $study AND metric IN $metrics AND isfinite(value)
ORDER BY ALL
