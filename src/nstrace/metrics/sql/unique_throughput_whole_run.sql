-- title: Throughput of distinct data over the whole run
-- subject: rate
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of the distinct data of a flow that arrived, headers included, from the flow's first packet to the end of the run's period.
-- source: S. Tamrakar's thesis (2009), section 5.1, which calls it goodput; that data counts once is ours
-- needs: segments, connections, periods
SELECT
    run_id,
    subject,
    8e9 * coalesce(sum(size_bytes) FILTER (first_arrived_ns BETWEEN start_ns AND end_ns), 0)
    / any_value(end_ns - greatest(start_ns, first_packet_ns)) AS value
FROM segments JOIN connections USING (connection) JOIN periods USING (run_id)
WHERE end_ns > greatest(start_ns, first_packet_ns)
GROUP BY run_id, subject
