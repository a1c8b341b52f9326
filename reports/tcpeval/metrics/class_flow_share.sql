-- title: Share of a flow in its traffic class
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: class_flow_throughput over class_throughput of a TCP flow; none if nothing of the class arrived.
-- source: ours; the study of SACK PR, section 2.2, for fairness as the aim
-- needs: class_totals
SELECT
    run_id,
    subject,
    100 * delivered_bytes / sum(delivered_bytes) OVER (PARTITION BY run_id, traffic_class) AS value
FROM class_totals
WHERE is_tcp
QUALIFY sum(delivered_bytes) OVER (PARTITION BY run_id, traffic_class) > 0
