-- How much of a sweep a sine of each period explains, in per cent of the variance.
SELECT 'sweep' AS name, period_ms, explained_percent AS explained
FROM sync_periodogram WHERE sweep = $sweep AND seed IS NULL ORDER BY period_ms
