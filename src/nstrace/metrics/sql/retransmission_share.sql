-- title: Retransmissions
-- subject: delivery and loss
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Share of a flow's data packets that were sent with a sequence number sent before. Packets by uid; a packet whose type has no sequence numbers is never a retransmission.
-- source: ours
-- needs: segments, connections
SELECT
    run_id,
    subject,
    100 * (sum(packets_sent) - count(*)) / sum(packets_sent) AS value
FROM segments JOIN connections USING (connection)
GROUP BY run_id, subject
