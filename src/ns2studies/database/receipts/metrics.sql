-- Each metric's definition and its query over one run's tables.
SELECT metric, title, unit, definition, source, sql
FROM metric_definitions
ORDER BY metric;
