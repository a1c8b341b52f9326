-- title: Packet delivery ratio
-- subject: delivery and loss
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Share of a flow's data packets, or of all, that arrived at their destination, by uid: a retransmission is a packet of its own. What was under way when the trace ended counts as sent. A broadcast has arrived if any node received it.
-- source: J. Broch, D. Maltz, D. Johnson, Y.-C. Hu, J. Jetcheva: A performance comparison of multi-hop wireless ad hoc network routing protocols, MobiCom 1998
-- needs: fates
SELECT
    run_id,
    coalesce(subject, 'all') AS subject,
    100 * count(*) FILTER (arrived) / count(*) AS value
FROM fates
GROUP BY GROUPING SETS ((run_id, subject), (run_id))
