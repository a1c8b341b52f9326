-- How many statements have which verdict.
SELECT verdict, count(*) FROM claims WHERE study = $study GROUP BY verdict
