-- page: 4.3
-- statement: After the failure packets loop between nodes 3 and 4 until their time to live is over.
SELECT
    verdict_of_happening(
        count(*) FILTER (loops.mean > 0 AND lost.mean > 0), count(*), min(loops.n)
    ) AS verdict,
    'mean of the runs: packets sent back ' || by_rate('failure', 'ceas_micro_loops', '0-8 failure', false, NULL, 1)
        || '; dropped at the end of their time to live '
        || by_rate('failure', 'ceas_drops', '0-8 failure ttl', false, NULL, 1) AS evidence
FROM chosen('failure', 'ceas_micro_loops', '0-8 failure', false, NULL) AS loops
LEFT JOIN chosen('failure', 'ceas_drops', '0-8 failure ttl', false, NULL) AS lost USING (scenario)
