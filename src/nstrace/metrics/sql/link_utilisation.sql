-- title: Utilisation of a link
-- subject: links and queues
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: link_throughput over the link's bandwidth. Bandwidths are not in a trace: only links of link_bandwidths have a value.
-- source: ours; Figure 5 of B. Baesjou's report (2005) shows the utilisation of the bottleneck
-- needs: link_loads, link_bandwidths
SELECT
    run_id,
    'link ' || from_node || '-' || to_node AS subject,
    100 * (8e9 * bytes_carried / period_ns) / bandwidth_bps AS value
FROM link_loads JOIN link_bandwidths USING (run_id, from_node, to_node)
WHERE period_ns > 0
