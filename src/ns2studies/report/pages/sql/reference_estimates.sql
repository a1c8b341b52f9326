-- Estimates of a metric beside the reference's intervals; a single run in which chance has no
-- part is its own interval.
SELECT scenario, metric, subject, estimates.mean AS here,
    coalesce(reference.ci_low, CASE WHEN reference.is_exact THEN reference.mean END)
        AS estimate_low,
    coalesce(reference.ci_high, CASE WHEN reference.is_exact THEN reference.mean END)
        AS estimate_high
FROM reference_estimates AS reference
JOIN estimates USING (study, scenario, metric, subject)
WHERE study = $study AND metric = $metric
