-- kind: view
-- definition: Values of the congestion window after the first loss of its flow, each with the one before it.
-- needs: first_losses, congestion_windows
SELECT *
FROM (
    SELECT
        run_id,
        subject,
        lost_ns,
        time_ns,
        end_byte,
        value,
        lag(value) OVER (PARTITION BY run_id, subject ORDER BY end_byte) AS before
    FROM congestion_windows JOIN first_losses USING (run_id, subject)
)
WHERE time_ns > lost_ns
