-- Metrics with measures that moved, those with most of them first, and where they moved most.
SELECT
    metric,
    coalesce(any_value(d.title), metric) AS title,
    any_value(unit) AS unit,
    count(*) FILTER (outcome NOT IN ('only in A', 'only in B')) AS measures,
    count(*) FILTER (outcome = 'moved') AS moved,
    count(*) FILTER (outcome = 'within chance') AS within_chance,
    count(*) FILTER (outcome = 'too few runs') AS too_few,
    arg_max(
        { 'scenario': scenario, 'subject': subject, 'mean_a': mean_a, 'mean_b': mean_b },
        (coalesce(size, 0), scenario, subject)
    ) FILTER (outcome = 'moved') AS most
FROM measures
LEFT JOIN (SELECT metric, title FROM set_b.metric_definitions) AS d USING (metric)
GROUP BY metric
HAVING moved > 0 OR too_few > 0
ORDER BY moved DESC, too_few DESC, metric
