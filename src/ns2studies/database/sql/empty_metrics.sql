-- Which of some metrics (STUDY/METRIC) have no value in any run of their study.
SELECT named.name
FROM (SELECT unnest($metrics) AS name) AS named
    LEFT JOIN metrics ON metrics.study || '/' || metrics.metric = named.name
GROUP BY ALL
HAVING count(metrics.value) = 0
ORDER BY ALL
