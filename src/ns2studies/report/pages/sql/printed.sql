-- How many cells have a published value that we know.
SELECT count(*) FROM comparison WHERE study = $study AND published IS NOT NULL
