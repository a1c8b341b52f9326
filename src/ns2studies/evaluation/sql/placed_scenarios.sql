-- Scenarios with an alternative: the axes of the place, the parameters of what takes it ($scenarios: the
-- table of the study's database).
CREATE TABLE scenarios AS
SELECT place.* REPLACE (
    one.scenario_id AS scenario_id, one.parameters AS parameters, one.is_random AS is_random
)
FROM places
JOIN query_table($scenarios) AS place ON place.scenario = places.scenario
JOIN query_table($scenarios) AS one ON one.scenario = places.source
