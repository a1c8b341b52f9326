-- A metric over the rate of ants, by variant.
SELECT variant, ant_rate, mean AS value, ci_low AS low, ci_high AS high, n, singles,
    scenario, metric, subject
FROM points
WHERE study = $study AND scenario_set = $scenario_set AND metric = $metric AND subject = $subject
    AND coalesce(previous_hop_memory, false) = $memory
    AND coalesce(packet_bytes, 1500) = $packet_bytes
ORDER BY variant, ant_rate
