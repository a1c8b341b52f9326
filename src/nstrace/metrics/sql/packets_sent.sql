-- title: Data packets sent
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: TCP's data packets (more than the 40 bytes of a header) that a sender handed to the queue of its first link, retransmissions included. Told apart by uid.
-- source: M. Kazmi's thesis (study mpls), section 3.4
-- needs: transits, connections
SELECT run_id, subject, CAST(count(*) AS DOUBLE) AS value
FROM transits JOIN connections USING (connection)
WHERE type = 'tcp' AND entered_queue
GROUP BY run_id, subject
