-- Printed cells of some studies that stand beside nothing, since their metric has values in their
-- scenario, but none of their subject; with the subjects that it has.
SELECT
    comparison.study,
    concat_ws(' | ', comparison.item, comparison.row, comparison."column") AS cell,
    comparison.metric,
    comparison.scenario,
    comparison.subject,
    list_sort(list_distinct(list(estimates.subject))) AS subjects
FROM comparison JOIN estimates USING (study, scenario, metric)
WHERE list_contains($studies, comparison.study) AND comparison.verdict = 'not measured'
GROUP BY comparison.study, cell, comparison.metric, comparison.scenario, comparison.subject, position
ORDER BY comparison.study, position
