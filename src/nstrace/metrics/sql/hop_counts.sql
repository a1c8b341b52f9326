-- title: Packets by number of hops
-- subject: routing
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: How many of a flow's data packets arrived after so many hops in the air, see mean_hops.
-- source: ours
-- needs: wireless_packets, connections, bare_packets
SELECT
    run_id,
    format('{} {} hops', subject, hops) AS subject,
    CAST(count(*) AS DOUBLE) AS value
FROM wireless_packets
JOIN connections USING (
    run_id, flow, source_node, source_port, destination_node, destination_port
)
ANTI JOIN bare_packets USING (run_id, uid)
WHERE hops IS NOT NULL AND sent_bytes > bare_header_bytes
GROUP BY run_id, subject, hops
