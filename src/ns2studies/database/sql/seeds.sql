-- The largest seed of any run.
SELECT max(seed) FROM runs
