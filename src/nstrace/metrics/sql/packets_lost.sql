-- title: Data packets sent but not received
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: packets_sent minus packets_received. What was under way when the trace ended counts, too; loss does without it.
-- source: M. Kazmi's thesis (study mpls), section 3.7.3
-- needs: tcp_totals
SELECT run_id, subject, CAST(packets_sent - packets_received AS DOUBLE) AS value
FROM tcp_totals
