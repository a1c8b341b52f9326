-- Messages and rates of the routing on a steady network, by routing and ant rate.
SELECT
    CASE routing WHEN 'link-state' THEN 'LSRP' WHEN 'distance-vector' THEN 'DVR' ELSE 'CEAS' END AS routing,
    ant_rate,
    max(mean) FILTER (metric = 'routing_messages') AS messages,
    max(mean) FILTER (metric = 'routing_rate') / 1e3 AS rate,
    max(n) AS n
FROM points
WHERE study = $study AND starts_with(scenario_set, 'overhead')
    AND metric IN ('routing_messages', 'routing_rate')
GROUP BY ALL ORDER BY ALL
