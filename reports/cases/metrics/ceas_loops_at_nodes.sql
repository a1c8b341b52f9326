-- title: Loops of three links over CEAS by node
-- table: metrics
-- unit: returns
-- range: from 0
-- definition: How often a data packet of a colony came back to a node by three links while a link fails again and again, for each node where that happened.
-- source: S. Tamrakar's thesis (2009), section 5.3, for the loop of nodes 5, 4 and 33
-- needs: router_counts
SELECT
    run_id, subject || ' ' || phase || ' at ' || node AS subject, CAST(sum(count) AS DOUBLE) AS value
FROM router_counts
WHERE counter = 'loops of 3' AND phase = 'transient' AND count > 0
GROUP BY run_id, subject, phase, node
