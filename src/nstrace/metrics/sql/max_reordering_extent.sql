-- title: Largest reordering extent
-- subject: order
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: The largest reordering extent, as in mean_reordering_extent, of a flow: what a receiver must be able to keep to put the packets in order.
-- source: RFC 4737, section 4.2 (reordering extent); the largest is ours
-- needs: reordering_extents, connections
SELECT run_id, subject, CAST(max(extent) AS DOUBLE) AS value
FROM reordering_extents JOIN connections USING (connection)
GROUP BY run_id, subject
