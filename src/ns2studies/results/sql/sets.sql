-- The scenario sets of a study.
SELECT DISTINCT scenario_set FROM scenarios ORDER BY scenario_set
