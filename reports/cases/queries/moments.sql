-- Times of the events in UNINETT's network.
SELECT subject AS event, value AS time_s FROM metrics
WHERE study = $study AND scenario = $scenario_set || '/false/1500' AND seed = 1
    AND metric = 'event_time'
