-- What was measured of an experiment's runs.
CREATE TABLE metrics (
    run_id VARCHAR, point VARCHAR, scenario VARCHAR, seed INTEGER,
    metric VARCHAR, subject VARCHAR, value DOUBLE, unit VARCHAR
);
