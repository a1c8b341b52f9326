-- Estimates with the axes of their scenarios: what most questions start from.
CREATE VIEW points AS
SELECT estimates.*, scenarios.* EXCLUDE (study, scenario, parameters)
FROM estimates JOIN scenarios USING (study, scenario);
