-- What the metrics of an experiment are.
SELECT metric, title, unit, definition FROM metric_definitions
