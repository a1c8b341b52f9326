-- title: Goodput
-- table: metrics
-- unit: bit/s
-- definition: Bits of the distinct packets that arrived, headers included as ns counts them, from the first sending to the last arrival of the flow.
-- source: ours
SELECT
    run_id,
    'flow' || flow AS subject,
    8e9 * sum(size_bytes) / (max(time_ns) - min(first_sent_ns)) AS value
FROM (
    SELECT run_id, flow, sequence, any_value(size_bytes) AS size_bytes, min(time_ns) AS time_ns
    FROM received
    GROUP BY ALL
) JOIN sent USING (run_id, flow, sequence)
GROUP BY run_id, flow
