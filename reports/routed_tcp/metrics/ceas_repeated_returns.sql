-- title: Repeated micro-loops over CEAS
-- table: metrics
-- unit: returns
-- range: from 0
-- definition: How often a node sent a data packet of a colony back to where it came from that it had sent back before, in the whole run of TCP and in each part of it. Previous-hop memory lets a packet go back once; whoever goes back again is caught in a loop.
-- source: S. Tamrakar's thesis (2009), sections 4.3 and 4.7, for the notion
-- needs: router_counts
SELECT run_id, subject || ' ' || phase AS subject, CAST(sum(count) AS DOUBLE) AS value
FROM router_counts
WHERE counter = 'sent_back_again'
GROUP BY run_id, subject, phase
