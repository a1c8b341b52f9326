-- title: Losses by place and cause
-- table: losses_by_place
-- unit: packets
-- definition: Drops of data packets that the trace shows: on links by cause as in link_drops, in the air by node, layer and reason.
-- source: ours; as link_drops and loss_by_cause
-- needs: losses
SELECT place, cause, count(*) AS packets
FROM losses
GROUP BY place, cause
