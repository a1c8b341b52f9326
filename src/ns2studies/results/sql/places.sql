-- Which scenario stands at the place of which in the world of a choice; $stand_ins and $scenarios
-- name these tables of the study's database. Without $own it is the world to compare it with: the
-- same places, as chosen. Scenarios of other choices stay what they are; those of the sets $without
-- are left out.
CREATE TABLE places AS
WITH wanted AS (
    SELECT stands_for, choice, scenario FROM query_table($stand_ins)
    WHERE choice IN ($choice, 'as-chosen')
), taken AS (
    SELECT
        stands_for AS scenario,
        max(scenario) FILTER (choice = $choice) AS own,
        max(scenario) FILTER (choice = 'as-chosen') AS chosen,
        IF($own, coalesce(own, chosen), coalesce(chosen, IF(own IS NOT NULL, stands_for, NULL)))
            AS source
    FROM wanted GROUP BY stands_for
), found AS (
    SELECT source, scenario FROM taken WHERE source IS NOT NULL
    UNION ALL
    SELECT scenario, scenario FROM query_table($scenarios)
    WHERE scenario NOT IN (SELECT scenario FROM taken)
)
SELECT found.source, found.scenario
FROM found JOIN query_table($scenarios) AS place ON place.scenario = found.scenario
WHERE NOT list_contains($without, place.scenario_set)
