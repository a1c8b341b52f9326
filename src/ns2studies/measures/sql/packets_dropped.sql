-- title: Data packets dropped
-- table: metrics
-- unit: packets
-- definition: Data packets dropped on a link, by its queue or by random loss.
-- source: ours
SELECT
    run_id,
    'link ' || from_node || '-' || to_node AS subject,
    CAST(count(*) AS DOUBLE) AS value
FROM data_packets
WHERE event = 'd'
GROUP BY run_id, from_node, to_node
