-- page: 6.2.4
-- statement: With RED and a queue of 20 nothing of the effect is left.
--
-- RED drops at random. Read so: in none of the single runs a flow gets less than 10 %.
SELECT
    CASE WHEN min(replications) < fewest_runs() THEN 'undecided'
        WHEN min(least(least_share_1, 100 - largest_share_1)) >= 10 THEN 'confirmed'
        ELSE 'refuted' END AS verdict,
    'Hybla gets ' || span(min(least_share_1), max(largest_share_1)) || ' % in ' || sum(replications)
        || ' runs at ' || count(*) || ' delays up to 65 ms; both flows are to get 10 % or more'
        AS evidence
FROM sync_shares WHERE scenario_set = 'red' AND queue_packets = 20 AND delay_ms <= 65
HAVING count(*) > 0
