-- Delays at which the second flow loses.
SELECT * FROM sync_stretches WHERE scenario_set = 'newreno' AND seed IS NULL
