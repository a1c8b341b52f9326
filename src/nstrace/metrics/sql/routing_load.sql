-- title: Normalised routing load
-- subject: routing
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: Routing packets sent, each hop counted, for each data packet that arrived. Without an arrival it has no value.
-- source: C. Perkins, E. Royer, S. Das, M. Marina: Performance comparison of two on-demand routing protocols for ad hoc networks, IEEE Personal Communications 8 (1), 2001
-- needs: routing_packets, delivered_data
SELECT
    run_id,
    'all' AS subject,
    coalesce(any_value(sent.packets), 0) / any_value(delivered_data.packets) AS value
FROM delivered_data
LEFT JOIN (SELECT run_id, sum(packets) AS packets FROM routing_packets GROUP BY run_id) AS sent
    USING (run_id)
GROUP BY run_id
