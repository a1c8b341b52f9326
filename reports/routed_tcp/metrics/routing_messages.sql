-- title: Messages of the routing
-- table: metrics
-- unit: packets/s
-- range: from 0
-- definition: Packets a second of the routing itself that arrive over links, each link counted, in the second half of a run without data: ants, link state advertisements with their acknowledgements, or distance vectors.
-- source: ours, for the overhead that S. Tamrakar's thesis (2009) speaks of in sections 5.2.3 and 6.1
-- needs: run_events
SELECT
    run_id, 'all' AS subject,
    count(*) FILTER (packets.event = 'r' AND time_ns >= from_ns) / any_value(half_s) AS value
FROM packets
JOIN (
    SELECT run_id, time_ns // 2 AS from_ns, time_ns / 2e9 AS half_s
    FROM run_events WHERE run_events.event = 'end'
) AS halves USING (run_id)
GROUP BY run_id
