-- kind: table
-- definition: TCP's data packets as the thesis (M. Kazmi, study mpls) counts them: sent when they enter their first queue. The delay of one that arrives is from the first time that its sequence number was sent.
-- needs: transits, connections
SELECT
    connection,
    run_id,
    subject,
    sequence,
    arrived_ns,
    arrived_ns - min(sent_ns) OVER (PARTITION BY connection, sequence) AS delay_ns
FROM transits JOIN connections USING (connection)
WHERE type = 'tcp' AND entered_queue
