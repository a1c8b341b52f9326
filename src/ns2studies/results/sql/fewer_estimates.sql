-- What was made of them is kept; what it was made of gives way to the world's own.
ALTER TABLE estimates RENAME TO estimates_from_fewer;
DROP TABLE metrics;
DROP TABLE scenarios;
DROP TABLE metric_definitions;
