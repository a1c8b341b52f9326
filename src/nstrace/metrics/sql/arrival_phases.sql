-- title: Arrival phases at a queue
-- subject: links and queues
-- table: arrival_phases
-- unit: packets
-- definition: Packets of each flow that arrived at a queue, by the whole milliseconds since its link last began to send a packet: how many the queue took, and how many it dropped.
-- source: S. Floyd and V. Jacobson, On Traffic Phase Effects in Packet-Switched Gateways, 1992, section 3; the bins are ours
-- needs: queue_events, periods
SELECT
    run_id,
    'flow' || flow AS subject,
    link,
    CAST((time_ns - last_sent_ns) // 1000000 AS INTEGER) AS phase_ms,
    count(*) FILTER (NOT is_dropped) AS accepted,
    count(*) FILTER (is_dropped) AS dropped
FROM queue_events JOIN periods USING (run_id)
WHERE event = '+' AND last_sent_ns IS NOT NULL AND time_ns BETWEEN start_ns AND end_ns
GROUP BY ALL
