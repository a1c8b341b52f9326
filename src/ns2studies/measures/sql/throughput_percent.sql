-- title: Percentage throughput
-- table: metrics
-- unit: %
-- definition: Data packets received over data packets sent, of all flows together.
-- source: thesis section 3.7.2
SELECT run_id, 'all' AS subject, 100 * sum(coalesce(packets_received, 0)) / sum(packets_sent) AS value
FROM flow_totals
GROUP BY run_id
