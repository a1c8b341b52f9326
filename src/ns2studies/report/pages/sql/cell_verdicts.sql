-- How many printed cells have which verdict.
SELECT verdict, count(*) FROM comparison WHERE study = $study GROUP BY verdict
