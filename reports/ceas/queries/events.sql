-- Times of the events of a scenario.
SELECT subject AS event, value AS time_s FROM metrics
WHERE study = $study AND scenario = $scenario AND seed = 1 AND metric = 'event_time'
