-- Scenarios that one set of results alone has, by scenario set: how many, and the first of them.
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
    list(scenario ORDER BY scenario)[:3] AS first
FROM apart GROUP BY ALL ORDER BY ALL
