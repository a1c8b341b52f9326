-- title: Occupancy of a queue
-- subject: links and queues
-- table: queue_occupancy
-- unit: %
-- definition: Share of the time at which so many packets wait at a link, without the one that is being sent.
-- source: ours
-- needs: queue_events, periods
SELECT run_id, subject, waiting_packets, 100 * sum(lasted_ns) / any_value(period_ns) AS time_percent
FROM (
    SELECT
        run_id,
        link AS subject,
        waiting_packets,
        end_ns - start_ns AS period_ns,
        coalesce(next_ns, end_ns) - greatest(time_ns, start_ns) AS lasted_ns
    FROM queue_events JOIN periods USING (run_id)
    UNION ALL
    -- Until the first packet comes, none waits.
    SELECT run_id, link, 0, any_value(end_ns - start_ns), min(time_ns) - any_value(start_ns)
    FROM queue_events JOIN periods USING (run_id)
    GROUP BY run_id, link
)
WHERE lasted_ns > 0
GROUP BY run_id, subject, waiting_packets
