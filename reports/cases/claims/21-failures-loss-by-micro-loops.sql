-- page: 5.2.2
-- statement: When links fail packets are lost over CEAS, too, because they go back and forth between nodes.
--
-- That it happens at all, with each variant: at one level or more. On twelve nodes only a loop
-- makes a path of ten links.
WITH variants AS (
    SELECT bool_or(loops.mean > 0 AND lost.mean > 0) AS happens, max(loops.n) AS replications
    FROM twelve('failures', 'ceas_micro_loops', '0-10 failure', ['CEAS'], 0, 5000) AS loops
    JOIN twelve('failures', 'ceas_drops', '0-10 failure ttl', ['CEAS'], 0, 5000) AS lost
        USING (scenario)
    GROUP BY loops.variant
)
SELECT
    verdict_of_happening(count(*) FILTER (happens), count(*), min(replications)) AS verdict,
    'mean of the runs: packets sent back '
        || by_level('failures', 'ceas_micro_loops', '0-10 failure', ['CEAS'], 0, 5000, 1)
        || '; dropped at the end of their time to live '
        || by_level('failures', 'ceas_drops', '0-10 failure ttl', ['CEAS'], 0, 5000, 1) AS evidence
FROM variants
