-- The unit of each metric.
SELECT metric, unit FROM metric_definitions
