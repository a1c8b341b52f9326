-- Each scenario with all its parameters, as JSON.
SELECT study, scenario, scenario_id, parameters
FROM scenarios
ORDER BY study, scenario;
