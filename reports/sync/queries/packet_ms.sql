-- How long the slow link sends a packet in a scenario set, or in any other if it was not run.
SELECT printf('%.3g', packet_ms) FROM sync_times
ORDER BY scenario_set <> $scenario_set, scenario_set LIMIT 1
