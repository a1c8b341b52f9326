-- title: Throughput per flow of a traffic class
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: class_throughput over the number of flows of the class.
-- source: the study of SACK PR, section 5.1 (average forward and reverse throughput)
-- needs: class_totals
SELECT
    run_id,
    traffic_class AS subject,
    8e6 * sum(delivered_bytes) / any_value(period_us) / count(*) AS value
FROM class_totals
GROUP BY run_id, traffic_class
