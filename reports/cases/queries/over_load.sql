-- A metric over the background traffic, by what routes and by variant.
SELECT system, variant, background_kbps, mean AS value, ci_low AS low, ci_high AS high, n,
       singles, scenario, metric, subject
FROM (SELECT *, system_of(routing, previous_hop_memory) AS system FROM points)
WHERE study = $study AND scenario_set IN ('twelve', 'twelve-baseline') AND event = $event
    AND metric = $metric AND subject = $subject
ORDER BY background_kbps, system, variant
