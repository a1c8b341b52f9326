-- How much of the slow link both flows use, over the first one's delay: mean, least and largest of the runs.
SELECT scenario, flow, delay_ms, used, least_used AS least, largest_used AS largest,
       sync_shares.replications AS n, CASE flow WHEN 1 THEN share_1 ELSE 100 - share_1 END AS share
FROM sync_shares JOIN sync_utilisation USING (scenario)
WHERE scenario_set = $scenario_set AND queue_packets = $queue_packets AND level = $level
ORDER BY flow, delay_ms
