-- page: 4.7
-- statement: With previous-hop memory no packet loops on and on: it goes back once and takes the other path.
--
-- On and on: a node sends a packet back that it has sent back before, or the packet's time to live
-- ends. In part: less than one in a hundred of those that are sent back. Going back once is what
-- the statement says, and no loop.
SELECT
    CASE WHEN NOT bool_and(lost.is_exact) AND min(lost.n) < fewest_runs() THEN 'undecided'
        WHEN count(*) FILTER (again.mean = 0 AND lost.mean = 0) = count(*) THEN 'holds'
        WHEN count(*) FILTER (
            again.high < 0.01 * back.low AND lost.high < 0.01 * back.low
        ) = count(*) THEN 'holds in part'
        ELSE 'does not hold' END AS verdict,
    'sent back by a node that had sent them back before: '
        || by_rate('failure', 'ceas_repeated_returns', '0-8 failure', true, NULL, 1)
        || ' with it, '
        || by_rate('failure', 'ceas_repeated_returns', '0-8 failure', false, NULL, 1)
        || ' without; dropped at the end of their time to live '
        || by_rate('failure', 'ceas_drops', '0-8 failure ttl', true, NULL, 1) || ' with it, '
        || by_rate('failure', 'ceas_drops', '0-8 failure ttl', false, NULL, 1)
        || ' without; sent back in all with it, as it allows once: '
        || by_rate('failure', 'ceas_micro_loops', '0-8 failure', true, NULL, 1)
        || '; fewer than one in a hundred of these go on, in '
        || count(*) FILTER (again.high < 0.01 * back.low AND lost.high < 0.01 * back.low)
        || ' of ' || count(*) || ' cases' AS evidence
FROM chosen('failure', 'ceas_micro_loops', '0-8 failure', true, NULL) AS back
JOIN chosen('failure', 'ceas_repeated_returns', '0-8 failure', true, NULL) AS again
    USING (scenario)
JOIN chosen('failure', 'ceas_drops', '0-8 failure ttl', true, NULL) AS lost USING (scenario)
HAVING count(*) > 0
