-- title: Overflows among a queue's drops
-- subject: delivery and loss
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Packets dropped on their arrival at a queue that held as many as it ever did, over all that were dropped on arrival; the rest are an active queue's own choice.
-- source: ours
-- needs: queue_events, periods
SELECT
    run_id,
    link AS subject,
    100 * avg(CAST(waiting_packets >= largest AS DOUBLE)) AS value
FROM (
    SELECT
        run_id,
        link,
        time_ns,
        is_dropped,
        -- The arrival itself is among the packets that wait after it.
        waiting_packets - 1 AS waiting_packets,
        max(waiting_packets) FILTER (NOT is_dropped) OVER (PARTITION BY run_id, link) AS largest
    FROM queue_events
    WHERE event = '+'
)
JOIN periods USING (run_id)
WHERE is_dropped AND time_ns BETWEEN start_ns AND end_ns
GROUP BY run_id, link
