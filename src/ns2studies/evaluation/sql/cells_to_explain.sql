-- Printed cells whose verdict needs a reason.
SELECT item, row, "column", verdict, because
FROM comparison LEFT JOIN misprints USING (study, item, row, "column")
WHERE verdict IN $verdicts ORDER BY position
