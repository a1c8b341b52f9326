-- After how long the last one of the variants has reached the full rate, in the first run.
SELECT max(value) FROM metrics JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set = 'start' AND ant_rate = $ant_rate AND seed = 1
    AND metric = 'tcp_time_to_full_rate' AND subject = 'flow1 tcp'
