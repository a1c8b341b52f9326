-- The verdicts on printed values by study: a row for each cell, or for cells that belong together.
SELECT study, list(DISTINCT verdict) AS verdicts
FROM query_table($results) LEFT JOIN dependent_cells USING (study, item, row, "column")
GROUP BY study, coalesce(because, concat_ws(' | ', item, row, "column"))
ORDER BY ALL
