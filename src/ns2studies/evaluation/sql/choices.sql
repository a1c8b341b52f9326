-- The choices that a study has runs of, with the sets whose scenarios they take the place of, and a
-- name for all choices that were run at the same places and are missing at the same ones.
SELECT
    stand_ins.choice,
    list_sort(list_distinct(list(scenario_set) FILTER (stand_ins.scenario IS NOT NULL))) AS sets,
    md5(string_agg(
        concat(stands_for, ' ', stand_ins.scenario IS NULL), ',' ORDER BY stands_for
    )) AS places
FROM stand_ins JOIN scenarios ON scenarios.scenario = stands_for
WHERE stand_ins.choice <> 'as-chosen'
GROUP BY stand_ins.choice
HAVING count(stand_ins.scenario) > 0
ORDER BY stand_ins.choice
