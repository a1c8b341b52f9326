-- Parameters that differ: of the configuration file first, then of scenarios of the same name. Of
-- several changes of a key the most frequent one is shown. Long values are cut at 60 characters.
WITH documents AS (
    SELECT NULL AS scenario, a.configuration AS before, b.configuration AS after
    FROM set_a.studies AS a, set_b.studies AS b
    UNION ALL
    SELECT scenario, a.parameters AS before, b.parameters AS after
    FROM set_a.scenarios AS a JOIN set_b.scenarios AS b USING (scenario)
), leaves AS (
    SELECT scenario, 'before' AS side, leaf.fullkey, leaf."value"::VARCHAR AS "value"
    FROM documents, json_tree(before) AS leaf
    WHERE before <> after AND leaf.type NOT IN ('OBJECT', 'ARRAY')
    UNION ALL
    SELECT scenario, 'after' AS side, leaf.fullkey, leaf."value"::VARCHAR AS "value"
    FROM documents, json_tree(after) AS leaf
    WHERE before <> after AND leaf.type NOT IN ('OBJECT', 'ARRAY')
), compared AS (
    SELECT
        scenario,
        replace(replace(replace(fullkey[3:], '[', '.'), ']', ''), '"', '') AS key,
        any_value("value") FILTER (side = 'before') AS before,
        any_value("value") FILTER (side = 'after') AS after
    FROM leaves GROUP BY scenario, fullkey
    HAVING before IS DISTINCT FROM after
), shortened AS (
    SELECT
        scenario, key,
        coalesce(if(length(before) > 60, before[:60] || '…', before), '(none)') AS before,
        coalesce(if(length(after) > 60, after[:60] || '…', after), '(none)') AS after
    FROM compared
), changes AS (
    SELECT
        scenario IS NULL AS is_in_file, key, before || ' -> ' || after AS change,
        count(*) AS scenarios, min(scenario) AS example
    FROM shortened GROUP BY ALL
)
SELECT
    is_in_file,
    key,
    concat(
        first(change ORDER BY scenarios DESC, change),
        if(count(*) > 1, concat(' and ', count(*) - 1, ' more'), '')
    ) AS change,
    CASE
        WHEN is_in_file THEN 'configuration file'
        WHEN sum(scenarios) = 1 THEN min(example)
        ELSE concat(sum(scenarios), ' scenarios, such as ', min(example))
    END AS place
FROM changes GROUP BY is_in_file, key
ORDER BY is_in_file DESC, key
