-- kind: view
-- definition: Data packets that arrived in runs with wireless lines of routers, copies included: how many, and their bytes as they arrived.
-- needs: transits, connections, traced_layers
SELECT run_id, count(*) AS packets, sum(arrived_bytes) AS bytes
FROM transits JOIN connections USING (connection)
WHERE
    arrived_ns IS NOT NULL
    AND run_id IN (SELECT run_id FROM traced_layers WHERE layer = 'RTR')
GROUP BY run_id
