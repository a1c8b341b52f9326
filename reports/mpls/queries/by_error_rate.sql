-- A metric over the share of packets that links lose, by variant.
SELECT variant, packet_error_percent AS percent, mean AS value, ci_low AS low, ci_high AS high, n,
       scenario, metric, subject
FROM points
WHERE study = $study AND scenario_set = 'losses' AND metric = $metric AND subject = $subject
ORDER BY variant, percent
