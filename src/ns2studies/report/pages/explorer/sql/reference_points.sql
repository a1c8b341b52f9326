-- Means and intervals at full scale, of the scenarios whose parameters are the same there.
SELECT
    study,
    scenario,
    metric,
    subject,
    reference.mean AS reference_mean,
    reference.ci_low AS reference_low,
    reference.ci_high AS reference_high,
    reference.n AS reference_n
FROM reference_estimates AS reference
JOIN scenarios USING (study, scenario)
WHERE scenario_id IN (SELECT scenario_id FROM reference_runs)
