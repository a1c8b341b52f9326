-- table: sync_shares
-- title: Share of flow 1 in each scenario
-- unit: %
-- definition: Goodput of flow 1 over that of flows 1 and 2 together, from when flow 2 starts: mean, least and largest of the replications. The scenario's name gives its queue, what else it varies (level), and the variable delay.
-- source: B. Baesjou's report (2005), section 5.1 and Figure 5
-- reference: yes
SELECT
    scenario,
    scenario_set,
    CAST(split_part(scenario, '/', 2) AS INTEGER) AS queue_packets,
    array_to_string(string_split(scenario, '/')[3:-2], '/') AS level,
    CAST(split_part(scenario, '/', -1) AS DOUBLE) AS delay_ms,
    CAST(count(*) AS INTEGER) AS replications,
    avg(share ORDER BY seed) AS share_1,
    min(share) AS least_share_1,
    max(share) AS largest_share_1,
    stddev_samp(share ORDER BY seed) AS deviation,
    is_random
FROM sync_run_shares JOIN scenarios USING (scenario)
WHERE study = 'sync' AND scenario_set NOT LIKE 'growth%'
GROUP BY ALL
ORDER BY ALL
