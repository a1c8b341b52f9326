-- In how many runs a metric that others have has no value.
SELECT metric, subject, (SELECT count(*) FROM runs) - count(DISTINCT run_id) AS without
FROM metrics WHERE (metric, subject) IN ($shown)
GROUP BY metric, subject HAVING without > 0 ORDER BY metric, subject
