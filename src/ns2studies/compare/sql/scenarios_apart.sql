-- Scenarios that only one set has, by scenario set: how many, and the first of them. Scenario sets
-- of which both have some come first.
WITH apart AS (
    SELECT 'A' AS side, scenario
    FROM set_a.scenarios ANTI JOIN set_b.scenarios USING (scenario)
    UNION ALL
    SELECT 'B' AS side, scenario
    FROM set_b.scenarios ANTI JOIN set_a.scenarios USING (scenario)
)
SELECT
    split_part(scenario, '/', 1) AS scenario_set,
    side,
    count(*) AS scenarios,
    concat(
        array_to_string(list(scenario ORDER BY scenario)[:3], ', '),
        if(count(*) > 3, concat(' and ', count(*) - 3, ' more'), '')
    ) AS named,
    count(*) OVER (PARTITION BY scenario_set) > 1 AS is_on_both_sides
FROM apart GROUP BY scenario_set, side
ORDER BY is_on_both_sides DESC, scenario_set, side
