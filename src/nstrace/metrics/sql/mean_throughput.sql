-- title: Throughput per flow
-- subject: rate
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: total_throughput over the number of flows that sent data; of all flows and of those of each packet type.
-- source: ours; the study of SACK PR, section 5.1, reports average forward and reverse throughput, but not how it is taken
-- needs: transits, connections, periods
SELECT
    run_id,
    coalesce(type, 'all') AS subject,
    8e9 * coalesce(sum(arrived_bytes) FILTER (arrived_ns BETWEEN start_ns AND end_ns), 0)
    / any_value(end_ns - start_ns) / count(DISTINCT connection) AS value
FROM transits JOIN connections USING (connection) JOIN periods USING (run_id)
WHERE end_ns > start_ns
GROUP BY GROUPING SETS ((run_id, type), (run_id))
