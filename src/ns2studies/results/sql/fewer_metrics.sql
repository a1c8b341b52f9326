-- Values by the first replications, of scenarios that have more than what is beside them; $values names
-- those of the study's database.
CREATE TABLE metrics AS
FROM query_table($values) AS one
SEMI JOIN places ON one.scenario = places.source AND seed <= last_seed
