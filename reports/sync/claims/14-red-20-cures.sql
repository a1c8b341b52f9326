-- page: 6.2.4
-- statement: With RED and a queue of 20 nothing of the effect is left.
SELECT
    CASE WHEN min(least(share_1, 100 - share_1)) >= 10 THEN 'holds' ELSE 'does not hold' END AS verdict,
    'Hybla gets ' || span(min(share_1), max(share_1)) || ' % at ' || count(*) || ' delays up to 65 ms'
        AS evidence
FROM sync_shares WHERE scenario_set = 'red' AND queue_packets = 20 AND delay_ms <= 65
HAVING count(*) > 0
