-- The scenarios of a set of results that has no table of them, from the parameters of its runs.
INSERT INTO scenarios
SELECT DISTINCT scenario, parameters FROM runs
WHERE parameters IS NOT NULL AND NOT EXISTS (FROM scenarios)
ORDER BY scenario
