-- Drops in the air of agents' packets whose lines give no reason, as those of the tagged format.
SELECT run_id, count(*)
FROM wireless
WHERE event = 'd' AND reason IS NULL AND source_port <> 255
GROUP BY run_id
ORDER BY run_id
