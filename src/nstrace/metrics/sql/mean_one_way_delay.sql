-- title: Mean one-way delay of packets
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: Arrival minus sending of the same packet, by uid, averaged over a flow's arrivals. Unlike mean_delay it starts anew for a retransmission, and covers all data types.
-- source: RFC 7679 for a packet's delay; the mean is ours
-- needs: transits, connections
SELECT
    run_id,
    subject,
    sum(arrived_ns - sent_ns) / count(*) / 1e9 AS value
FROM transits JOIN connections USING (connection)
WHERE arrived_ns IS NOT NULL
GROUP BY run_id, subject
