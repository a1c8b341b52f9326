-- How metrics are defined.
SELECT title, unit, definition, source, metric, sql, result_table
FROM metric_definitions ORDER BY title
