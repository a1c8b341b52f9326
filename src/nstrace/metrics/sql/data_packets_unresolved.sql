-- title: Data packets neither received nor dropped
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets of a flow that were sent, but neither arrived nor were dropped: under way when the trace ended, or lost where nothing is traced. Each uid once.
-- source: ours
-- needs: fates
SELECT
    run_id,
    subject,
    CAST(count(*) FILTER (NOT arrived AND cause IS NULL) AS DOUBLE) AS value
FROM fates
GROUP BY run_id, subject
