-- title: Drops in the air, by layer and reason
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Lines about packets of any kind that a layer of a wireless node dropped, by reason (--- where ns gives none) and type. One packet may have several: a copy collides at each node that hears it. What became of a packet in the end is in loss_by_cause.
-- source: trace/cmu-trace.cc of ns-2.35 for layers and reasons
SELECT
    run_id,
    concat_ws(' ', layer, reason, type) AS subject,
    CAST(count(*) AS DOUBLE) AS value
FROM wireless
WHERE event = 'd'
GROUP BY run_id, layer, reason, type
