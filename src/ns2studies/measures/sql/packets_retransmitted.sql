-- title: Data packets sent again
-- table: metrics
-- unit: packets
-- definition: Data packets sent with a sequence number that had been sent before.
-- source: ours
SELECT run_id, 'flow' || flow AS subject, CAST(sum(times_sent - 1) AS DOUBLE) AS value
FROM sent
GROUP BY run_id, flow
