-- title: Jitter of a traffic class
-- table: metrics
-- unit: s
-- range: from 0
-- definition: Standard deviation of the one-way delay of a flow's packets that arrive within 2 s (over their number, less one), on average over such pieces of the measured period, and over the flows of a class that are traced packet by packet. A piece with a single packet has none.
-- source: tcpeval, create_graph.tcl 1.5 (get_vos_stats, of pieces of 2 s); the mean over pieces is ours
-- needs: transits, connections, class_flows
SELECT run_id, traffic_class AS subject, avg(deviation_s ORDER BY connection, piece) AS value
FROM (
    SELECT
        connections.run_id,
        connection,
        traffic_class,
        arrived_ns // 2000000000 AS piece,
        stddev_samp((arrived_ns - sent_ns) / 1e9 ORDER BY arrived_ns, uid) AS deviation_s
    FROM transits
    JOIN connections USING (connection)
    JOIN class_flows ON class_flows.run_id = connections.run_id AND class_flows.flow = connections.flow
    WHERE arrived_ns >= 1000 * start_us
    GROUP BY ALL
)
WHERE deviation_s IS NOT NULL
GROUP BY run_id, traffic_class
