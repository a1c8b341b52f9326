-- title: Micro-loops over CEAS
-- table: metrics
-- unit: returns
-- range: from 0
-- definition: How often a data packet of a colony was sent back to the node that it came from, in the whole run of TCP and in each part of it.
-- source: S. Tamrakar's thesis (2009), sections 4.3 and 4.7, for the notion
-- needs: router_counts
SELECT run_id, subject || ' ' || phase AS subject, CAST(sum(count) AS DOUBLE) AS value
FROM router_counts
WHERE counter = 'sent_back'
GROUP BY run_id, subject, phase
