-- title: Retransmission timeouts of a traffic class
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: How often the retransmission timers of a class of TCP flows expired with data under way in the measured period (ns' nrexmit_).
-- source: ours
-- needs: class_counters
SELECT run_id, traffic_class AS subject, growth AS value
FROM class_counters
WHERE variable = 'nrexmit_'
