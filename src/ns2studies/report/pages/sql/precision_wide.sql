-- Values that the maximum of replications left wider than their target.
SELECT scenario, title, subject, n, mean, half_width, p.unit,
       100 * relative_half_width AS relative, 100 * target AS target
FROM precision AS p JOIN metric_definitions USING (metric)
WHERE study = $study AND stopped_by = 'maximum'
ORDER BY relative DESC NULLS FIRST, scenario, title, subject
