-- title: Time to regain full rate
-- subject: rate
-- table: metrics
-- unit: s
-- range: from 0
-- definition: From when a link goes down or up to the start of the first second after it at full rate, as in time_to_full_rate; for each flow that had started. Near 0 if the flow did not suffer; none if it never regained the rate.
-- source: ours; S. Tamrakar's thesis (2009), section 4.3, for the idea
-- needs: link_events, full_rate_seconds
SELECT
    run_id,
    subject,
    (second_start_ns - time_ns) / 1e9 AS value
FROM link_events
ASOF JOIN full_rate_seconds
    ON link_events.connection = full_rate_seconds.connection
    AND time_ns <= second_start_ns
