-- title: Packet loss by cause
-- subject: delivery and loss
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Share of a flow's data packets that were dropped for a cause: queue, error model, on the line (an error model behind the queue, or time to live over) or link down; in the air a layer and its reason, such as RTR NRTE. By uid, as in loss.
-- source: ours; the causes follow from how ns-2.35 builds a link
-- needs: fates
SELECT
    run_id,
    subject || ' ' || cause AS subject,
    100 * count(*) / any_value(packets) AS value
FROM (SELECT *, count(*) OVER (PARTITION BY run_id, subject) AS packets FROM fates)
WHERE cause IS NOT NULL
GROUP BY run_id, subject, cause
