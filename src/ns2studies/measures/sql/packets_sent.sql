-- title: Data packets sent
-- table: metrics
-- unit: packets
-- definition: Data packets that a sender handed to its first link, retransmissions included.
-- source: thesis section 3.4
SELECT run_id, 'flow' || flow AS subject, CAST(packets_sent AS DOUBLE) AS value
FROM flow_totals
