-- title: Mean delay since the first sending
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: For each of TCP's data packets that arrives, copies included: its arrival minus the first time a packet with its sequence number was sent; the mean over all arrivals of a flow. Packets are told apart by uid, data by sequence number: a retransmission counts with the delay since the first sending.
-- source: M. Kazmi's thesis (study mpls), section 3.7.1 and Table 4.1 (a); that copies count and the first sending is taken is inferred from the digits
-- needs: tcp_totals
SELECT run_id, subject, delay_sum_ns / packets_received / 1e9 AS value
FROM tcp_totals
WHERE packets_received > 0
