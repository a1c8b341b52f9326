-- title: Data packets dropped
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: TCP's data packets dropped on a link, by its queue, by random loss or because the link was down. Packets of all types, by cause: link_drops.
-- source: ours
-- needs: overheard
SELECT
    run_id,
    'link ' || from_node || '-' || to_node AS subject,
    CAST(count(*) AS DOUBLE) AS value
FROM packets ANTI JOIN overheard USING (run_id, line)
WHERE event = 'd' AND type = 'tcp' AND size_bytes > 40
GROUP BY run_id, from_node, to_node
