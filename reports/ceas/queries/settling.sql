-- How long routes take to settle after each event, over the rate of ants.
SELECT split_part(subject, ' ', 2) AS event, ant_rate,
       avg(mean) AS value, min(ci_low) AS low, max(ci_high) AS high, any_value(n) AS n,
       any_value(singles) AS singles, any_value(scenario) AS scenario,
       any_value(metric) AS metric, any_value(subject) AS subject
FROM points
WHERE study = $study AND scenario_set = 'failure' AND metric = $metric AND variant = 'sack'
    AND NOT previous_hop_memory AND starts_with(subject, '0-8 ')
GROUP BY ALL ORDER BY event, ant_rate
