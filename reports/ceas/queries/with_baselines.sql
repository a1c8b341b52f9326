-- A metric of CEAS at each rate of ants, of LSRP and of DVR.
SELECT
    coalesce(CASE routing WHEN 'link-state' THEN 'LSRP' WHEN 'distance-vector' THEN 'DVR' END,
        'CEAS ' || ant_rate) AS routing,
    variant, mean AS value, ci_low AS low, ci_high AS high, n, singles, scenario, metric, subject
FROM points
WHERE study = $study AND scenario_set IN ($scenario_set, $scenario_set || '-baseline')
    AND metric = $metric AND subject = $subject AND packet_bytes = $packet_bytes
ORDER BY points.routing IS NOT NULL, points.routing DESC, ant_rate, variant
