-- page: 6.2.4
-- statement: With RED the effect is gone from a queue of 13 packets on.
-- about: Section 6.2.4 | Least RED queue without synchronisation | Queue
SELECT
    CASE WHEN least.mean = 13 THEN 'holds' WHEN least.mean IS NOT NULL THEN 'holds in part'
        ELSE 'does not hold' END AS verdict,
    'least share of a flow at delays up to 65 ms, by means of the runs (10 % is asked for): '
        || string_agg(
            queue_packets || ' packets ' || printf('%.1f %%', worst), ', ' ORDER BY queue_packets
        ) || '; from 13 packets on it is less in ' || sum(starved) FILTER (queue_packets >= 13)
        || ' of ' || sum(runs) FILTER (queue_packets >= 13) || ' single runs' AS evidence
FROM (
    SELECT queue_packets, min(least(share_1, 100 - share_1)) AS worst
    FROM sync_shares WHERE scenario_set = 'red' AND delay_ms <= 65 GROUP BY queue_packets
)
JOIN (
    SELECT
        queue_packets, count(*) AS runs,
        count(*) FILTER (least(share, 100 - share) < 10) AS starved
    FROM shares_of_runs() WHERE scenario_set = 'red' AND delay_ms <= 65 GROUP BY queue_packets
) USING (queue_packets)
LEFT JOIN (
    SELECT mean FROM estimates WHERE study = 'sync' AND metric = 'least_red_queue'
) AS least ON true
GROUP BY least.mean
HAVING count(*) > 0
