-- title: Retransmissions of a traffic class
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Data packets of a class of TCP flows whose number had been sent before, over all that were sent in the measured period.
-- source: ours
-- needs: class_totals
SELECT
    run_id, traffic_class AS subject, 100 * sum(retransmitted_packets) / sum(sent_packets) AS value
FROM class_totals
WHERE is_tcp
GROUP BY run_id, traffic_class
HAVING sum(sent_packets) > 0
