-- title: Throughput of a traffic class
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of data packets of all flows of a class that arrived in the measured period, headers and copies included, over that period.
-- source: the study of SACK PR, section 5.1 (total forward, reverse and cross traffic throughput); how it is taken is ours
-- needs: class_totals
SELECT run_id, traffic_class AS subject, 8e6 * sum(delivered_bytes) / any_value(period_us) AS value
FROM class_totals
GROUP BY run_id, traffic_class
