-- title: Packets in micro-loops
-- subject: routing
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets of a flow that came to a node where they had been before, by uid: a retransmission is no return.
-- source: ours; S. Tamrakar's thesis (2009), sections 4.3 and 4.7, for the notion
-- needs: revisits, connections
SELECT run_id, connections.subject, CAST(count(DISTINCT uid) AS DOUBLE) AS value
FROM connections LEFT JOIN revisits USING (run_id, connection)
GROUP BY run_id, connections.subject
