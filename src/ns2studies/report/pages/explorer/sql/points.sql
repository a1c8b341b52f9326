-- Means over replications, each with its scenario. The variant is found as for printed values.
WITH axes AS (
    FROM points
    UNION ALL BY NAME
    SELECT NULL::VARCHAR AS variant, NULL::VARCHAR AS protocol, NULL::VARCHAR AS algorithm
    WHERE false
)

SELECT
    study,
    scenario,
    metric,
    subject,
    coalesce(variant, protocol, algorithm) AS variant,
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
