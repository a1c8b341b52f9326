-- Response times after outages that last between $least_s and $most_s, over all their moments.
SELECT variant, outage_s, arg_min(scenario, offset_s) AS scenario,
       arg_min(mean, offset_s) AS value, min(mean) AS low, max(mean) AS high, count(*) AS n
FROM points
WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
  AND scenario_set = 'outages' AND outage_s BETWEEN $least_s AND $most_s
GROUP BY variant, outage_s ORDER BY outage_s, place_of(variant)
