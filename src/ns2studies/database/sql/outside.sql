-- Intervals that leave what their quantity can be, or that fewer than five replications have; there
-- must be none. The mean of alike values may differ from them in its last bit.
SELECT e.study, e.scenario, e.metric, e.subject, e.n, e.mean, e.ci_low, e.ci_high
FROM estimates AS e
JOIN metric_definitions AS d USING (metric)
JOIN ranges AS r ON r."range" = d."range"
LEFT JOIN limits AS l USING (study, scenario, metric, subject)
LEFT JOIN (
    SELECT study, scenario, metric, subject, max(value) AS largest FROM metrics GROUP BY ALL
) AS m USING (study, scenario, metric, subject)
WHERE (e.n < fewest_runs() AND coalesce(e.ci_low, e.ci_high, e.prediction_low) IS NOT NULL)
    OR least(e.ci_low, e.prediction_low) < r.least - 1e-9 * abs(r.least)
    OR greatest(e.ci_high, e.prediction_high) > (1 + 1e-9) * least(
        r.most, CASE WHEN l.at_most IS NOT NULL THEN greatest(l.at_most, m.largest) END
    )
    OR NOT e.mean BETWEEN e.ci_low - 1e-9 * abs(e.mean) AND e.ci_high + 1e-9 * abs(e.mean)
ORDER BY ALL;
