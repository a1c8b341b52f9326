-- title: Delay variation of a traffic class
-- table: metrics
-- unit: s
-- range: from 0
-- definition: Mean, over the data packets of a class that arrived in the measured period, of the one-way delay beyond the least one of the same flow in that period.
-- source: RFC 5481, section 4.2 (packet delay variation); the mean is ours
-- needs: class_totals
SELECT
    run_id,
    traffic_class AS subject,
    sum(delay_sum_us - delay_packets * delay_min_us) / sum(delay_packets) / 1e6 AS value
FROM class_totals
GROUP BY run_id, traffic_class
HAVING sum(delay_packets) > 0
