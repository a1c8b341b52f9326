-- title: Monitored queues
-- table: binned_queue_samples
-- unit: packets
-- definition: The largest size of each piece of time that a queue monitor wrote for a link's queue.
-- source: ours; tools/queue-monitor.cc of ns-2.35
-- needs: time_bins
SELECT
    'link ' || from_node || '-' || to_node AS subject,
    time_ns // width_ns * any_value(width_ns) / 1e9 AS time_s,
    max(size_packets) AS size_packets
FROM queues, time_bins
WHERE size_packets IS NOT NULL
GROUP BY from_node, to_node, time_ns // width_ns
