-- title: Data packets around a loss
-- subject: TCP window
-- table: recovery_packets
-- unit: s
-- definition: When data packets were sent, retransmitted and lost, from 0.3 s before to 3 s after a flow's first lost one; those numbered from 30 below to 230 above it.
-- source: ours; sequence plots as in the literature on recovery that L. Subedi's report (2008) builds on
-- needs: first_losses, transits, drops
SELECT
    run_id,
    subject,
    (time_ns - lost_ns) / 1e9 AS time_s,
    number - first_losses.sequence AS packet,
    event
FROM (
    SELECT
        connection,
        sent_ns AS time_ns,
        sequence AS number,
        CASE
            WHEN row_number() OVER (PARTITION BY connection, sequence ORDER BY sent_ns, uid) = 1
                THEN 'sent'
            ELSE 'retransmitted'
        END AS event
    FROM transits
    UNION ALL
    SELECT connection, time_ns, sequence, 'lost'
    FROM drops JOIN transits USING (connection, uid)
)
JOIN first_losses USING (connection)
WHERE time_ns - lost_ns BETWEEN -300000000 AND 3000000000
    AND number - first_losses.sequence BETWEEN -30 AND 230
