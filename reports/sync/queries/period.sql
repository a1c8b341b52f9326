-- The period of a sweep, and of how many sweeps of single runs it is the mean.
SELECT *, (SELECT count(*) FROM sync_periods WHERE sweep = $sweep AND seed IS NOT NULL) AS sweeps
FROM sync_periods WHERE sweep = $sweep AND seed IS NULL
