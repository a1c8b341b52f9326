-- Printed values beside ours, with the scale of our runs. The variant is that of the scenario; studies
-- name that axis in one of three ways, and one that has none of them adds nothing to the rows of the
-- scenarios.
WITH axes AS (
    FROM scenarios
    UNION ALL BY NAME
    SELECT NULL::VARCHAR AS variant, NULL::VARCHAR AS protocol, NULL::VARCHAR AS algorithm
    WHERE false
)

SELECT
    study,
    scale,
    item,
    row,
    "column",
    metric,
    coalesce(variant, protocol, algorithm) AS variant,
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
