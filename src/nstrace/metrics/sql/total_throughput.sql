-- title: Total throughput
-- subject: rate
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of data packets that arrived in the run's period, copies and headers included, over that period; of all flows and of those of each packet type.
-- source: ours; the study of SACK PR, section 5.1, reports total forward, reverse and cross traffic, but not how it is taken. A trace does not say which flows are which
-- needs: transits, connections, periods
SELECT
    run_id,
    coalesce(type, 'all') AS subject,
    8e9 * coalesce(sum(arrived_bytes) FILTER (arrived_ns BETWEEN start_ns AND end_ns), 0)
    / any_value(end_ns - start_ns) AS value
FROM transits JOIN connections USING (connection) JOIN periods USING (run_id)
WHERE end_ns > start_ns
GROUP BY GROUPING SETS ((run_id, type), (run_id))
