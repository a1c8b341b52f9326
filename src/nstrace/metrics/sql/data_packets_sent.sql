-- title: Data packets sent, all types
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets (TCP, UDP and what runs over it; see data_types) that a flow's sender sent, retransmissions included: each uid once. data_packets_sent = received + dropped + neither.
-- source: ours
-- needs: fates
SELECT run_id, subject, CAST(count(*) AS DOUBLE) AS value
FROM fates
GROUP BY run_id, subject
