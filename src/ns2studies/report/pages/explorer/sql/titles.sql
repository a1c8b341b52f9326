-- What people call the metrics.
SELECT metric, title FROM metric_definitions
