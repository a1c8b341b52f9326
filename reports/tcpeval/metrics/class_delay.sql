-- title: One-way delay of a traffic class
-- table: metrics
-- unit: s
-- range: from 0
-- definition: Mean one-way delay of the data packets of all flows of a class that arrived in the measured period, by flow bins.
-- source: RFC 7679 for a packet's delay; the mean is ours
-- needs: class_totals
SELECT run_id, traffic_class AS subject, sum(delay_sum_us) / sum(delay_packets) / 1e6 AS value
FROM class_totals
GROUP BY run_id, traffic_class
HAVING sum(delay_packets) > 0
