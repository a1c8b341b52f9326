-- The first replications of scenarios that are compared with fewer; $values names the study's own values.
CREATE TABLE metrics AS
FROM query_table($values) AS one
SEMI JOIN places ON one.scenario = places.source AND seed <= last_seed
