-- What has to be precise, by set.
SELECT scenario_set, string_agg(words, '; ' ORDER BY words) AS asked
FROM (
    SELECT scenario_set,
           title || ' (' || string_agg(DISTINCT subject, ', ' ORDER BY subject)
           || coalesce('; or ±' || format('{:.10g}', any_value(absolute_bound)) || ' '
               || any_value(p.unit), '') || ')' AS words
    FROM precision AS p
    JOIN scenarios USING (study, scenario) JOIN metric_definitions USING (metric)
    WHERE study = $study GROUP BY scenario_set, title
)
GROUP BY scenario_set
