-- page: 4.7
-- statement: With it no packet loops on and on: it goes back once and takes the other path.
--
-- In part: less than one in a hundred of those that are sent back is lost in this way.
SELECT
    CASE WHEN NOT bool_and(lost.is_exact) AND min(lost.n) < fewest_runs() THEN 'undecided'
        WHEN count(*) FILTER (lost.mean = 0) = count(*) THEN 'holds'
        WHEN count(*) FILTER (lost.high < 0.01 * loops.low) = count(*) THEN 'holds in part'
        ELSE 'does not hold' END AS verdict,
    'packets sent back ' || by_rate('failure', 'ceas_micro_loops', '0-8 failure', true, NULL, 1)
        || '; dropped at the end of their time to live '
        || by_rate('failure', 'ceas_drops', '0-8 failure ttl', true, NULL, 1) AS evidence
FROM chosen('failure', 'ceas_micro_loops', '0-8 failure', true, NULL) AS loops
JOIN chosen('failure', 'ceas_drops', '0-8 failure ttl', true, NULL) AS lost USING (scenario)
HAVING count(*) > 0
