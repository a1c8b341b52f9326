-- title: Reordered packets
-- subject: order
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Arrivals of a flow that were sent before one that had arrived already, over all its arrivals. The order of sending is that of the uid, not of the sequence number: a retransmission is sent late and not reordered.
-- source: RFC 4737, sections 3.3 and 4.1 (Type-P-Reordered, reordered ratio)
-- needs: arrival_order, connections
SELECT
    run_id,
    subject,
    100 * count(*) FILTER (reordered) / count(*) AS value
FROM arrival_order JOIN connections USING (connection)
GROUP BY run_id, subject
