-- title: Data packets dropped on a link, by cause
-- subject: links and queues
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets of all types dropped on a link: queue, error model (in front of the queue), on the line (an error model behind the queue, or time to live over) or link down.
-- source: ours; the causes follow from how ns-2.35 builds a link
-- needs: drops
SELECT
    run_id,
    'link ' || from_node || '-' || to_node || ' ' || cause AS subject,
    CAST(count(*) AS DOUBLE) AS value
FROM drops
GROUP BY run_id, from_node, to_node, cause
