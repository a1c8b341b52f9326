-- The period of a sweep.
SELECT * FROM sync_periods WHERE sweep = $sweep AND seed IS NULL
