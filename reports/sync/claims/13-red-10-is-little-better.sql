-- page: 6.2.4
-- statement: With RED and a queue of 10 the effect is still there, a little weaker.
SELECT
    CASE WHEN runs_then(runs) < fewest_runs() THEN 'undecided'
        WHEN red_starved > 0 AND red_starved < tail_starved THEN 'holds'
        WHEN red_starved > 0 THEN 'holds in part' ELSE 'does not hold' END AS verdict,
    'a flow gets less than 10 % at ' || short(red_starved)
        || ' % of the delays up to 65 ms with RED (' || runs || ' runs, by their means) and at '
        || short(tail_starved) || ' % of the same delays without' AS evidence
FROM (
    SELECT
        100 * avg(CAST(least(red.share_1, 100 - red.share_1) < 10 AS INTEGER)) AS red_starved,
        100 * avg(CAST(least(tail.share_1, 100 - tail.share_1) < 10 AS INTEGER)) AS tail_starved,
        sum(red.replications) AS runs
    FROM sync_shares AS red JOIN sync_shares AS tail USING (delay_ms, queue_packets, level)
    WHERE red.scenario_set = 'red' AND tail.scenario_set = 'hybla' AND delay_ms <= 65
        AND queue_packets = 10
)
