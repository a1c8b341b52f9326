-- title: Mean reordering extent
-- subject: order
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: How many arrivals lie between a reordered packet and the first arrival that was sent after it, that one included; the mean over a flow's reordered packets. Order of sending by uid, as in reordered_share.
-- source: RFC 4737, section 4.2 (reordering extent); the mean is ours
-- needs: reordering_extents, connections
SELECT run_id, subject, sum(extent) / count(*) AS value
FROM reordering_extents JOIN connections USING (connection)
GROUP BY run_id, subject
