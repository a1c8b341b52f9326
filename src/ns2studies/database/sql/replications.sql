-- How many runs each scenario of a study has.
SELECT scenario, count(*) FROM runs WHERE study = $study GROUP BY scenario
