-- title: Throughput
-- subject: rate
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of a flow's data packets that arrived, copies and headers included, in the size that they arrived in, from its first sending to its last arrival.
-- source: ours
-- needs: transits, connections
SELECT
    run_id,
    subject,
    8e9 * sum(arrived_bytes) / (max(arrived_ns) - min(sent_ns))
        AS value
FROM transits JOIN connections USING (connection)
GROUP BY run_id, subject
HAVING max(arrived_ns) > min(sent_ns)
