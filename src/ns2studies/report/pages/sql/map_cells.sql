-- Each printed cell, in the order of the text.
SELECT item, row, "column", verdict, page FROM comparison WHERE study = $study ORDER BY position
