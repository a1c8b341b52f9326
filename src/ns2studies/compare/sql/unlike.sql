-- For metrics that are 0 or 1: how many runs of a measure differ, and in how many it rose.
SELECT DISTINCT
    count(*) FILTER (a.value <> b.value) AS unlike,
    count(*) FILTER (b.value > a.value) AS risen
FROM set_a.metrics AS a
JOIN set_b.metrics AS b USING (scenario, seed, metric, subject)
JOIN set_b.metric_definitions AS d USING (metric)
WHERE d."range" = '0 or 1'
GROUP BY scenario, metric, subject
ORDER BY ALL
