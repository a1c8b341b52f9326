-- page: 4.7
-- statement: With it no packet loops on and on: it goes back once and takes the other path.
SELECT
    verdict_of(count(*) FILTER (lost.mean = 0 AND loops.mean > 0), count(*)) AS verdict,
    'packets sent back ' || by_rate('failure', 'ceas_micro_loops', '0-8 failure', true, NULL, 1)
        || '; dropped at the end of their time to live '
        || by_rate('failure', 'ceas_drops', '0-8 failure ttl', true, NULL, 1) AS evidence
FROM chosen('failure', 'ceas_micro_loops', '0-8 failure', true, NULL) AS loops
LEFT JOIN chosen('failure', 'ceas_drops', '0-8 failure ttl', true, NULL) AS lost USING (scenario)
