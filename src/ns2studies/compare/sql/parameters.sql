-- The parameters of scenarios of the same name in both sets, where they differ.
SELECT scenario, a.parameters, b.parameters
FROM set_a.scenarios AS a JOIN set_b.scenarios AS b USING (scenario)
WHERE a.parameters <> b.parameters ORDER BY scenario
