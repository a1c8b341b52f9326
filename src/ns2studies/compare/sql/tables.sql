-- What a comparison reads of a study's results: tables and columns of the results database.
CREATE TABLE estimates (
    scenario VARCHAR, metric VARCHAR, subject VARCHAR, n BIGINT, mean DOUBLE, deviation DOUBLE,
    is_exact BOOLEAN, ci_low DOUBLE, ci_high DOUBLE, unit VARCHAR
);
CREATE TABLE comparison (
    item VARCHAR, "row" VARCHAR, "column" VARCHAR, ours DOUBLE, unit VARCHAR, verdict VARCHAR,
    published_text VARCHAR, position BIGINT
);
CREATE TABLE claims (
    claim VARCHAR, statement VARCHAR, verdict VARCHAR, evidence VARCHAR, sql VARCHAR,
    query_digest VARCHAR, asked_tables VARCHAR
);
CREATE TABLE studies (configuration VARCHAR);
CREATE TABLE scenarios (scenario VARCHAR, parameters VARCHAR);
-- In the reference, parameters stand beside the runs.
CREATE TABLE runs (
    run_id VARCHAR, scenario VARCHAR, seed BIGINT, fingerprint VARCHAR, parameters VARCHAR,
    ns_source VARCHAR, ns_sha256 VARCHAR, tcl_digest VARCHAR, code_digest VARCHAR
);
CREATE TABLE metrics (
    scenario VARCHAR, seed BIGINT, metric VARCHAR, subject VARCHAR, "value" DOUBLE
);
CREATE TABLE metric_definitions (
    metric VARCHAR, title VARCHAR, "range" VARCHAR, sql VARCHAR
);
