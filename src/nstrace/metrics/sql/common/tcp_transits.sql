-- kind: table
-- definition: TCP's data packets as the thesis (M. Kazmi, study mpls) counts them: sent when they enter their first queue. The delay of one that arrives is from the first time that its sequence number was sent.
-- needs: transits, connections
WITH entered AS (
    SELECT * FROM transits JOIN connections USING (connection) WHERE type = 'tcp' AND entered_queue
)
SELECT
    connection,
    run_id,
    subject,
    sequence,
    arrived_ns,
    arrived_ns - first_sent_ns AS delay_ns
FROM entered
JOIN (
    SELECT connection, sequence, min(sent_ns) AS first_sent_ns FROM entered GROUP BY ALL
) AS firsts USING (connection, sequence)
