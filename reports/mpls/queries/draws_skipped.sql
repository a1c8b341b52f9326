-- How many random numbers the replayed losses leave out first.
SELECT coalesce(max(parameters -> 'losses' ->> 'draws_skipped'), 'some') FROM scenarios
WHERE study = $study AND scenario_set = 'losses-replayed'
