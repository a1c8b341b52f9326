-- title: Mean number of hops
-- subject: routing
-- table: metrics
-- unit: hops
-- range: from 0
-- definition: How often a data packet in the air was sent from node to node before it arrived, as its header counts (forwards), averaged over a flow's packets that arrived, or all. A packet's way on wires does not count.
-- source: ours; trace/cmu-trace.cc of ns-2.35
-- needs: wireless_packets, connections, bare_packets
SELECT
    run_id,
    coalesce(subject, 'all') AS subject,
    avg(hops) AS value
FROM wireless_packets
JOIN connections USING (
    run_id, flow, source_node, source_port, destination_node, destination_port
)
ANTI JOIN bare_packets USING (run_id, uid)
WHERE hops IS NOT NULL AND sent_bytes > bare_header_bytes
GROUP BY GROUPING SETS ((run_id, subject), (run_id))
