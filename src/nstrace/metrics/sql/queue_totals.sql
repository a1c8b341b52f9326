-- title: What queue monitors counted
-- subject: links and queues
-- table: queue_totals
-- unit: packets
-- definition: The last counts that a queue monitor wrote for a link's queue: packets that came, left and were dropped, these in percent of those that came; and the mean and the largest of its samples of the queue's size. A size below 0, as where ns counts a packet's drop twice, makes these unknown. Lines of queue lengths (q -t) have no counts.
-- source: tools/queue-monitor.cc of ns-2.35
SELECT
    run_id,
    'link ' || from_node || '-' || to_node AS subject,
    arg_max(arrived_packets, line) AS arrived_packets,
    arg_max(departed_packets, line) AS departed_packets,
    arg_max(dropped_packets, line) AS dropped_packets,
    CASE WHEN min(size_packets) > -0.001 THEN avg(size_packets) END AS mean_packets,
    CASE WHEN min(size_packets) > -0.001 THEN max(size_packets) END AS most_packets,
    100 * arg_max(dropped_packets, line) / nullif(arg_max(arrived_packets, line), 0)
        AS dropped_percent
FROM queues
GROUP BY run_id, from_node, to_node
