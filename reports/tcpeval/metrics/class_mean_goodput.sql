-- title: Goodput per flow of a traffic class
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: class_goodput over the number of flows of the class.
-- source: the study of SACK PR, section 5.1 (average forward and reverse throughput); tcpeval, create_graph.tcl 1.5, has it from get-goodput-bps
-- needs: class_totals
SELECT
    run_id,
    traffic_class AS subject,
    8e6 * sum(new_payload) / any_value(period_us) / count(*) AS value
FROM class_totals
WHERE is_tcp
GROUP BY run_id, traffic_class
