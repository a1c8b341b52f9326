-- How much was run.
SELECT count(*), count(DISTINCT point), max(seed) FROM runs
