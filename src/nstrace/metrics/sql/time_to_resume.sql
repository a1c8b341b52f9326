-- title: Time to resume transmission
-- subject: TCP window
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From when a link goes down or up to the arrival of the first data packet, in order of sending, that was sent after it and arrived; for each flow that had started. A one-way delay if the flow did not suffer. Packets by uid.
-- source: ours; S. Tamrakar's thesis (2009), section 4.3, for the idea
-- needs: link_events, transits
SELECT
    run_id,
    subject,
    (arrived_ns - time_ns) / 1e9 AS value
FROM link_events
ASOF JOIN (
    SELECT connection, sent_ns, min(arrived_ns) AS arrived_ns
    FROM transits
    WHERE arrived_ns IS NOT NULL
    GROUP BY connection, sent_ns
) AS sendings
    ON link_events.connection = sendings.connection AND time_ns < sent_ns
