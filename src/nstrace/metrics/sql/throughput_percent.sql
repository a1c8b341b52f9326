-- title: Percentage throughput
-- subject: delivery and loss
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: packets_received over packets_sent, of all TCP flows together.
-- source: M. Kazmi's thesis (study mpls), section 3.7.2
-- needs: tcp_totals
SELECT run_id, 'all' AS subject, 100 * sum(packets_received) / sum(packets_sent) AS value
FROM tcp_totals
GROUP BY run_id
