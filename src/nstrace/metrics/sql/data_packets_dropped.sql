-- title: Data packets dropped, all types
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets of a flow that were sent and that the trace says were dropped, on whatever link: each uid once.
-- source: ours
-- needs: fates
SELECT run_id, subject, CAST(count(cause) AS DOUBLE) AS value
FROM fates
GROUP BY run_id, subject
