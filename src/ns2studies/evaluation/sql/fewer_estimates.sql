-- Keep the estimates, and drop what they were made of: the changed results have their own.
ALTER TABLE estimates RENAME TO estimates_from_fewer;
DROP TABLE metrics;
DROP TABLE scenarios;
DROP TABLE metric_definitions;
