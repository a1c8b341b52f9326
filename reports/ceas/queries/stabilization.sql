-- How long ants take until routes are stable, ours and as printed.
SELECT 'ours' AS origin, ant_rate, mean AS value, ci_low AS low, ci_high AS high, n, singles,
    scenario, metric, subject
FROM points
WHERE study = $study AND scenario_set = 'stabilization' AND metric = 'stabilization_time'
    AND subject = '0-8 start'
UNION ALL
SELECT 'printed', ant_rate, published, NULL, NULL, 1, NULL, NULL, NULL, NULL
FROM comparison JOIN scenarios USING (study, scenario)
WHERE study = $study AND item = 'Table 4.2' AND metric = 'stabilization_time'
    AND published IS NOT NULL
ORDER BY origin, ant_rate
