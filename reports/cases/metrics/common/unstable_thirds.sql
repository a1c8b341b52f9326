-- kind: table
-- definition: The seconds of the first and of the last third of the time in which a link fails again and again, until the next event, with what each TCP flow sent in them.
-- needs: sent_seconds, tcp_phases
SELECT
    run_id,
    subject,
    IF(2000000 * time_s < start_us + end_us, 'first third', 'last third') AS third,
    time_s,
    sent_bps
FROM sent_seconds
JOIN (SELECT run_id, start_us, end_us FROM tcp_phases WHERE phase = 'transient') AS unstable
    USING (run_id)
WHERE 1000000 * time_s >= start_us AND 1000000 * (time_s + 1) <= end_us
    AND (
        3000000 * (time_s + 1) <= 2 * start_us + end_us
        OR 3000000 * time_s >= start_us + 2 * end_us
    )
