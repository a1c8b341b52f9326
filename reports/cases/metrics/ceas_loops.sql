-- title: Loops over CEAS by length
-- table: metrics
-- unit: returns
-- range: from 0
-- definition: How often a data packet of a colony came back to a node, in the whole run of TCP and in each part of it, by the number of links since it had left that node: 2 (a micro-loop), 3, 4, more.
-- source: S. Tamrakar's thesis (2009), section 5.3, for the notion of loops around a cyclic path
-- needs: router_counts
SELECT
    run_id,
    subject || ' ' || phase || ' '
        || CASE counter WHEN 'longer loops' THEN 'more' ELSE counter[-1:] END AS subject,
    CAST(sum(count) AS DOUBLE) AS value
FROM router_counts
WHERE counter IN ('loops of 2', 'loops of 3', 'loops of 4', 'longer loops')
GROUP BY run_id, subject, phase, counter
