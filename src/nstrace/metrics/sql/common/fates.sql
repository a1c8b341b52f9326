-- kind: table
-- definition: What became of each data packet that was sent: arrived, dropped with a cause, or neither, since it was under way when the trace ended or got lost where nothing is traced.
-- needs: transits, connections, drops
SELECT
    run_id,
    subject,
    arrived_ns IS NOT NULL AS arrived,
    CASE WHEN arrived_ns IS NULL THEN cause END AS cause
FROM transits
JOIN connections USING (connection)
LEFT JOIN (
    SELECT connection, uid, arg_max(cause, time_ns) AS cause
    FROM drops
    GROUP BY connection, uid
) USING (connection, uid)
