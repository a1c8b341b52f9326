-- title: Normalised routing load by bytes
-- subject: routing
-- table: metrics
-- unit: 1
-- range: from 0
-- definition: Bytes of routing packets sent, each hop counted and as the router hands them down, for each byte of data that arrived, headers included as ns counts them on arrival. Without an arrival it has no value.
-- source: ours, after routing_load
-- needs: routing_packets, delivered_data
SELECT
    run_id,
    'all' AS subject,
    coalesce(any_value(sent.bytes), 0) / any_value(delivered_data.bytes) AS value
FROM delivered_data
LEFT JOIN (SELECT run_id, sum(bytes) AS bytes FROM routing_packets GROUP BY run_id) AS sent
    USING (run_id)
GROUP BY run_id
