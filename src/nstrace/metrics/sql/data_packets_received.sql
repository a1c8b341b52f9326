-- title: Data packets received, all types
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets of a flow that arrived at their destination, copies of the same data included: each uid once.
-- source: ours
-- needs: fates
SELECT run_id, subject, CAST(count(*) FILTER (arrived) AS DOUBLE) AS value
FROM fates
GROUP BY run_id, subject
