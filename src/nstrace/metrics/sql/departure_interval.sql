-- title: Time between packets sent on a link
-- subject: links and queues
-- table: metrics
-- unit: s
-- range: from 0
-- definition: Median time from when a link begins to send a packet to when it begins to send the next one; with a queue that is never empty, the time that a packet takes.
-- source: ours
-- needs: queue_events, periods
SELECT run_id, link AS subject, median(time_ns - last_sent_ns) / 1e9 AS value
FROM queue_events JOIN periods USING (run_id)
WHERE event = '-' AND last_sent_ns IS NOT NULL AND time_ns BETWEEN start_ns AND end_ns
GROUP BY run_id, link
