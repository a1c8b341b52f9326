-- title: Data packets retransmitted
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: TCP's data packets that entered the queue of their first link with a sequence number that had been sent before.
-- source: ours
-- needs: transits, connections
SELECT run_id, subject, CAST(sum(times_sent) - count(*) AS DOUBLE) AS value
FROM (
    SELECT connection, count(*) AS times_sent
    FROM transits
    WHERE entered_queue
    GROUP BY connection, sequence
)
JOIN connections USING (connection)
WHERE type = 'tcp'
GROUP BY run_id, subject
