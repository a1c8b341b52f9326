-- TCP's windows until the file is there, of scenarios LIKE $scenario.
SELECT variant, time_s, cwnd_packets
FROM cwnd_steps
JOIN scenarios USING (study, scenario)
JOIN (SELECT study, scenario, seed, subject, value AS end_s FROM metrics
      WHERE metric = 'response_time') USING (study, scenario, seed, subject)
WHERE study = $study AND scenario LIKE $scenario AND subject = 'flow1' AND time_s <= end_s
ORDER BY place_of(variant), time_s, cwnd_packets
