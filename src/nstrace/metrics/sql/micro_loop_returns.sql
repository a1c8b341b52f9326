-- title: Micro-loops
-- subject: routing
-- table: metrics
-- unit: returns
-- range: from 0
-- definition: How often a data packet of a flow came to a node where it had been before, by uid: a retransmission is no return.
-- source: ours; S. Tamrakar's thesis (2009), sections 4.3 and 4.7, for the notion
-- needs: revisits, connections
SELECT run_id, connections.subject, CAST(coalesce(sum(returns), 0) AS DOUBLE) AS value
FROM connections LEFT JOIN revisits USING (run_id, connection)
GROUP BY run_id, connections.subject
