-- Means over replications, each with its scenario. Variant and routing are found as for printed values.
WITH axes AS (
    FROM points
    UNION ALL BY NAME
    SELECT NULL::VARCHAR AS variant, NULL::VARCHAR AS protocol, NULL::VARCHAR AS algorithm,
        NULL::VARCHAR AS routing
    WHERE false
), routed AS (
    SELECT DISTINCT study FROM axes WHERE routing IS NOT NULL
)

SELECT
    study,
    scenario,
    metric,
    subject,
    coalesce(variant, protocol, algorithm) AS variant,
    coalesce(routing, CASE WHEN study IN (FROM routed) THEN 'CEAS' END) AS routing,
    n,
    mean,
    deviation,
    ci_low,
    ci_high,
    prediction_low,
    prediction_high,
    unit
FROM axes
ORDER BY study, metric, scenario, subject
