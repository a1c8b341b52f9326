-- UNINETT's runs that there are: those of the printed network, or else of the smaller one.
SELECT scenario_set FROM runs JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set IN ('uninett', 'small-uninett')
ORDER BY scenario_set = 'small-uninett' LIMIT 1
