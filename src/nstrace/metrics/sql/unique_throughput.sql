-- title: Throughput of distinct data
-- subject: rate
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of the distinct data that arrived (by sequence number; packets whose type has none by uid), headers included as ns counts them on arrival, from the first sending of one of these to the last arrival of one.
-- source: ours
-- needs: segments, connections
SELECT
    run_id,
    subject,
    8e9 * sum(size_bytes) / (max(first_arrived_ns) - min(first_sent_ns)) AS value
FROM segments JOIN connections USING (connection)
WHERE first_arrived_ns IS NOT NULL
GROUP BY run_id, subject
HAVING max(first_arrived_ns) > min(first_sent_ns)
