-- title: Copies received
-- subject: delivery and loss
-- table: metrics
-- unit: packets
-- range: from 0
-- definition: Data packets of a flow that arrived with a sequence number that had arrived before. Packets by uid.
-- source: ours
-- needs: segments, connections
SELECT
    run_id,
    subject,
    CAST(sum(greatest(packets_arrived - 1, 0)) AS DOUBLE) AS value
FROM segments JOIN connections USING (connection)
GROUP BY run_id, subject
