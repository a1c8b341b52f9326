-- Estimates of a choice's world; $estimates names those of the study's database, $fewer those by the first
-- replications. Those of derived values, which have no scenario, are made again, so that this is a table.
CREATE TABLE estimates AS
SELECT one.* REPLACE (places.scenario AS scenario)
FROM query_table($estimates) AS one
JOIN places ON one.scenario = places.source AND places.last_seed IS NULL
UNION ALL BY NAME
SELECT one.* REPLACE (places.scenario AS scenario)
FROM query_table($fewer) AS one
JOIN places ON one.scenario = places.source AND places.last_seed IS NOT NULL
