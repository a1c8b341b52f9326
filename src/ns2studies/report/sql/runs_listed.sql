-- All runs.
SELECT * FROM runs
