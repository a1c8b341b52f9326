-- kind: view
-- definition: Values of the congestion window between the first loss of its flow and the arrival of its last data, each with the value before it. Later, ns takes the window of a sender that has nothing to send back to its first value.
-- needs: first_losses, congestion_windows, segments
SELECT run_id, subject, connection, lost_ns, time_ns, end_byte, value, before
FROM congestion_windows
JOIN first_losses USING (run_id, subject)
JOIN (
    SELECT connection, max(first_arrived_ns) AS last_arrived_ns
    FROM segments
    GROUP BY connection
) USING (connection)
WHERE time_ns BETWEEN lost_ns + 1 AND last_arrived_ns
