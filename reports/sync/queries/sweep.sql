-- The shares of both flows over the second one's delay: mean, least and largest of the runs.
SELECT scenario, flow, delay_ms, CASE flow WHEN 1 THEN share_1 ELSE 100 - share_1 END AS share,
       CASE flow WHEN 1 THEN least_share_1 ELSE 100 - largest_share_1 END AS least,
       CASE flow WHEN 1 THEN largest_share_1 ELSE 100 - least_share_1 END AS largest,
       replications AS n
FROM sync_shares, (VALUES (1), (2)) AS flows (flow)
WHERE scenario_set = $scenario_set AND queue_packets = $queue_packets AND level = $level
ORDER BY flow, delay_ms
