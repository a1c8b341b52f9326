-- title: Mean one-way delay
-- table: metrics
-- unit: s
-- definition: For each data packet that arrives, copies included: its arrival minus the first time a packet with its sequence number was sent; the mean over all arrivals of a flow.
-- source: thesis section 3.7.1 and Table 4.1 (a); that copies count and the first sending is taken is inferred from the digits
SELECT run_id, 'flow' || flow AS subject, delay_sum_ns / packets_received / 1e9 AS value
FROM flow_totals
WHERE packets_received > 0
