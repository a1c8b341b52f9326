-- Estimates with an alternative: $estimates names those of the study's database, $fewer those by the
-- first replications. A table, as derived values, which have no scenario, are made again and added.
CREATE TABLE estimates AS
SELECT one.* REPLACE (places.scenario AS scenario)
FROM query_table($estimates) AS one
JOIN places ON one.scenario = places.source AND places.last_seed IS NULL
UNION ALL BY NAME
SELECT one.* REPLACE (places.scenario AS scenario)
FROM query_table($fewer) AS one
JOIN places ON one.scenario = places.source AND places.last_seed IS NOT NULL
