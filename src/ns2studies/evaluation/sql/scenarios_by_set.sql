-- The scenarios of each scenario set of a study.
SELECT scenario_set, list(scenario) FROM scenarios GROUP BY scenario_set ORDER BY scenario_set
