-- Printed values beside ours, with the scale of our runs. The variant is that of the scenario; studies
-- name that axis in one of three ways, and one that has none of them adds nothing to the rows of the
-- scenarios. A study with an axis of routings has ants where the axis has no value.
WITH axes AS (
    FROM scenarios
    UNION ALL BY NAME
    SELECT NULL::VARCHAR AS variant, NULL::VARCHAR AS protocol, NULL::VARCHAR AS algorithm,
        NULL::VARCHAR AS routing
    WHERE false
), routed AS (
    SELECT DISTINCT study FROM axes WHERE routing IS NOT NULL
)

SELECT
    study,
    scale,
    item,
    row,
    "column",
    metric,
    coalesce(variant, protocol, algorithm) AS variant,
    coalesce(routing, CASE WHEN axes.study IN (FROM routed) THEN 'CEAS' END) AS routing,
    scenario,
    subject,
    published_text AS published,
    ours,
    ci_low,
    ci_high,
    n,
    unit,
    comparison.verdict,
    note,
    nullif(concat_ws(': ', reasons.reason, parameter), '') AS reason,
    words AS why
FROM comparison
JOIN studies USING (study)
LEFT JOIN axes USING (study, scenario)
LEFT JOIN reasons USING (study, item, row, "column", verdict)
ORDER BY study, position
