-- The first flow's share over how much randomness there is, at three delays.
SELECT scenario, CAST(level AS DOUBLE) AS amount, CAST(delay_ms AS INTEGER) || ' ms' AS delay,
       share_1 AS share, least_share_1 AS least, largest_share_1 AS largest, replications AS n
FROM sync_shares WHERE scenario_set = $scenario_set AND delay_ms IN (21, 33, 43)
ORDER BY delay, amount
