-- kind: table
-- definition: When the first data packet of a flow was lost, and its sequence number.
-- needs: drops, transits, connections
SELECT
    run_id,
    connection,
    subject,
    min(drops.time_ns) AS lost_ns,
    arg_min(transits.sequence, (drops.time_ns, transits.sequence)) AS sequence
FROM drops
JOIN transits USING (connection, uid)
JOIN connections USING (run_id, connection)
GROUP BY ALL
