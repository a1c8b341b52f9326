-- title: Micro-loops by node
-- subject: routing
-- table: metrics
-- unit: returns
-- range: from 0
-- definition: How often a data packet came to this node after it had been there before, by uid.
-- source: ours; S. Tamrakar's thesis (2009), Figure 4.9, for the notion
-- needs: revisits
SELECT run_id, 'node ' || node AS subject, CAST(sum(returns) AS DOUBLE) AS value
FROM revisits
GROUP BY run_id, node
