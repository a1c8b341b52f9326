-- The parameters of a scenario, or of any other if it was not run.
SELECT scenario, parameters FROM scenarios WHERE study = $study
ORDER BY scenario <> $scenario, scenario LIMIT 1
