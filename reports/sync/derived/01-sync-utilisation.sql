-- table: sync_utilisation
-- title: How much of the slow link each flow uses
-- unit: %
-- definition: Bits of a flow that the receiver gets in order, headers included, over what the slow link could carry, from when flow 2 starts: mean, least and largest of the replications.
-- source: B. Baesjou's report (2005), Figures 5, 8, 9, 10 and 11, which plot utilization of capacity
-- reference: yes
SELECT
    scenario, CAST(right(subject, 1) AS INTEGER) AS flow, CAST(count(*) AS INTEGER) AS replications,
    avg(used ORDER BY seed) AS used, min(used) AS least_used, max(used) AS largest_used
FROM (
    SELECT
        scenario, seed, subject,
        100 * value / CAST(parameters -> 'topology' -> 'links' -> 2 ->> 'bandwidth_bps' AS DOUBLE) AS used
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'sync' AND metric = 'in_order_throughput' AND subject IN ('flow1', 'flow2')
        AND scenario_set NOT LIKE 'growth%'
)
GROUP BY scenario, subject
ORDER BY scenario, flow
