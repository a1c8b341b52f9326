-- Estimates with the axes of their points: what most questions start from.
CREATE VIEW points AS
SELECT scenarios.* EXCLUDE (point, scenario, parameters), estimates.*
FROM estimates JOIN scenarios USING (point, scenario);
