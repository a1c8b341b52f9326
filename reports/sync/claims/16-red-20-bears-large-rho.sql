-- page: 6.2.4
-- statement: With RED and a queue of 20 a large rho hurts Hybla far less.
SELECT
    CASE WHEN min(red.share_1) > 3 * median(tail.share_1) AND min(red.share_1) >= 10 THEN 'holds'
        WHEN median(red.share_1) > median(tail.share_1) THEN 'holds in part'
        ELSE 'does not hold' END AS verdict,
    'beyond 65 ms Hybla gets ' || span(min(red.share_1), max(red.share_1)) || ' % with RED and 20 packets, '
        || 'half of the time less than ' || short(median(tail.share_1)) || ' % with 10 and no RED' AS evidence
FROM sync_shares AS red, (
    SELECT share_1 FROM sync_shares
    WHERE scenario_set = 'hybla' AND level = 'current' AND delay_ms > 65
) AS tail
WHERE red.scenario_set = 'red' AND red.queue_packets = 20 AND red.delay_ms > 65
HAVING count(*) > 0
