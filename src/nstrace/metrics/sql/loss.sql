-- title: Packet loss
-- subject: delivery and loss
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Share of a flow's data packets, or of all, that were dropped on their way, by uid: a retransmission is a packet of its own. What was under way when the trace ended is sent, but not lost.
-- source: ours
-- needs: fates
SELECT
    run_id,
    coalesce(subject, 'all') AS subject,
    100 * count(cause) / count(*) AS value
FROM fates
GROUP BY GROUPING SETS ((run_id, subject), (run_id))
