-- Scenarios of which another run would give other values, with the number of their runs.
SELECT scenarios.*, runs FROM scenarios
JOIN (SELECT scenario, count(DISTINCT seed) AS runs FROM metrics GROUP BY scenario) USING (scenario)
WHERE is_random ORDER BY scenario
