-- Subjects of which a metric gives more than one value in a run; there must be none.
SELECT metric, scenario, seed, subject, count(*)
FROM metrics
GROUP BY ALL
HAVING count(*) > 1
ORDER BY ALL;
