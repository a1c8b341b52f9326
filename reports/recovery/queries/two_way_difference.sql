-- What two-way TCP changes in response times at most, beside one-way TCP with the same timer, in words.
SELECT coalesce(printf('%.2f s', max(abs(other.mean - ours.mean))), '(not run)')
FROM points AS other
JOIN points AS ours USING (study, metric, subject, variant, lost)
WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
  AND other.choice = 'two-way-tcp'
  AND ours.scenario_set = 'alternatives' AND ours.choice = 'ns-timer'
