-- table: sync_run_shares
-- title: Share of flow 1 in each run
-- unit: %
-- definition: Goodput of flow 1 over that of flows 1 and 2 together, from when flow 2 starts. Headers count, which changes no share: all packets are of one size.
-- source: B. Baesjou's report (2005), section 5.1
SELECT scenario, seed, 100 * (sum(value) FILTER (subject = 'flow1') / sum(value)) AS share
FROM metrics
WHERE study = 'sync' AND metric = 'in_order_throughput' AND subject IN ('flow1', 'flow2')
GROUP BY scenario, seed
HAVING sum(value) > 0
ORDER BY scenario, seed
