-- title: Throughput as data sent over the whole run
-- subject: rate
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of the data packets that a flow's sender sent, retransmissions and headers included, from the flow's first packet to the end of the run's period.
-- source: S. Tamrakar's thesis (2009), sections 4.1 and 5.1. Inferred: retransmissions count, since section 5.2.1 takes what throughput exceeds goodput by for them; that the time before the flow does not count, and headers do, is our choice
-- needs: transits, connections, periods
SELECT
    run_id,
    subject,
    8e9 * coalesce(sum(size_bytes) FILTER (sent_ns BETWEEN start_ns AND end_ns), 0)
    / any_value(end_ns - greatest(start_ns, first_packet_ns)) AS value
FROM transits JOIN connections USING (connection) JOIN periods USING (run_id)
WHERE end_ns > greatest(start_ns, first_packet_ns)
GROUP BY run_id, subject
