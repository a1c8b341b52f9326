-- Measures that moved, those that moved most first; then those that differ with too few runs.
SELECT
    scenario, metric, coalesce(d.title, metric) AS title, subject, unit, mean_a, low_a, high_a,
    n_a, mean_b, low_b, high_b, n_b, difference, low, high, basis, outcome, size
FROM measures
LEFT JOIN (SELECT metric, title FROM set_b.metric_definitions) AS d USING (metric)
WHERE outcome IN ('moved', 'too few runs')
ORDER BY outcome, size DESC NULLS LAST, scenario, metric, subject
LIMIT $most
