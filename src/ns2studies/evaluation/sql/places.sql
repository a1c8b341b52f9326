-- Which scenario takes the place of which with an alternative ($choice); $stand_ins, $scenarios and
-- $values name these tables of the study's database. Without $own it is the baseline in the same places,
-- to compare with. Scenarios of other choices stay what they are; the scenarios $without are left out.
-- Both have as many replications: where the other has fewer of a place, last_seed is its last one.
CREATE TABLE places AS
WITH wanted AS (
    SELECT stands_for, choice, scenario FROM query_table($stand_ins)
    WHERE choice IN ($choice, 'as-chosen')
), taken AS (
    SELECT
        stands_for AS scenario,
        max(scenario) FILTER (choice = $choice) AS own,
        max(scenario) FILTER (choice = 'as-chosen') AS chosen,
        coalesce(chosen, stands_for) AS usual,
        IF($own, coalesce(own, chosen), IF(own IS NULL, chosen, usual)) AS source,
        IF(own IS NOT NULL, IF($own, usual, own), NULL) AS beside
    FROM wanted GROUP BY stands_for
), found AS (
    SELECT source, scenario, beside FROM taken WHERE source IS NOT NULL
    UNION ALL
    SELECT scenario, scenario, NULL FROM query_table($scenarios)
    WHERE scenario NOT IN (SELECT scenario FROM taken)
), seeds AS (
    SELECT scenario, max(seed) AS last FROM query_table($values) GROUP BY scenario
)
SELECT
    found.source, found.scenario,
    IF(there.last < own.last, there.last, NULL) AS last_seed
FROM found JOIN query_table($scenarios) AS place ON place.scenario = found.scenario
LEFT JOIN seeds AS own ON own.scenario = found.source
LEFT JOIN seeds AS there ON there.scenario = found.beside
WHERE NOT list_contains($without, place.scenario)
