-- table: sync_run_shares
-- title: Share of flow 1 in each run
-- unit: %
-- definition: Goodput of flow 1 over that of flows 1 and 2 together, from when flow 2 starts.
-- source: B. Baesjou's report (2005), section 5.1
SELECT scenario, seed, 100 * sum(value) FILTER (subject = 'flow1') / sum(value) AS share
FROM metrics
WHERE study = 'sync' AND metric = 'goodput_in_order' AND subject IN ('flow1', 'flow2')
GROUP BY scenario, seed
HAVING sum(value) > 0
ORDER BY scenario, seed
