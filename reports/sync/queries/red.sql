-- Shares with RED instead of DropTail.
WITH queues AS (
    SELECT
        queue_packets || ' packets' || CASE scenario_set WHEN 'red-paced' THEN ', paced' ELSE '' END
            AS queue,
        CASE scenario_set WHEN 'red-thresholds' THEN '2.5 and 7.5' ELSE '5 and 15' END
            AS thresholds,
        delay_ms, share_1, queue_packets, scenario_set, scenario
    FROM sync_shares WHERE scenario_set IN ('red', 'red-thresholds', 'red-paced')
)
SELECT
    queue,
    thresholds,
    count(*) FILTER (delay_ms <= 65) AS delays,
    min(least(share_1, 100 - share_1)) FILTER (delay_ms <= 65) AS least,
    count(*) FILTER (delay_ms <= 65 AND least(share_1, 100 - share_1) < 10) AS starved,
    avg(overflow.mean) FILTER (delay_ms <= 65) AS overflows,
    stddev_pop(share_1) FILTER (delay_ms <= 65) AS spread,
    avg(share_1) FILTER (delay_ms > 65) AS late
FROM queues
LEFT JOIN estimates AS overflow
    ON overflow.study = 'sync' AND overflow.scenario = queues.scenario
    AND overflow.metric = 'overflow_share'
GROUP BY queue, thresholds, queue_packets, scenario_set
ORDER BY queue_packets, scenario_set
