-- title: Window reductions of a traffic class
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: How often the senders of a class of TCP flows reduced their congestion windows in the measured period, whatever made them (ns' ncwndcuts_).
-- source: ours
-- needs: class_counters
SELECT run_id, traffic_class AS subject, growth AS value
FROM class_counters
WHERE variable = 'ncwndcuts_'
