-- Printed cells whose verdict needs a reason in the reference alone.
SELECT item, row, "column", reference.verdict, because
FROM comparison
JOIN reference_comparison AS reference USING (study, item, row, "column")
LEFT JOIN misprints USING (study, item, row, "column")
WHERE reference.verdict IN $verdicts AND comparison.verdict NOT IN $verdicts
ORDER BY comparison.position
