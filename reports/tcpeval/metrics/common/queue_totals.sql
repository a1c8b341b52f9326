-- kind: table
-- definition: How much the counters of each bottleneck's queue grew in the measured period: from its first sample to the run's last one.
-- needs: queue_samples
SELECT
    run_id,
    subject,
    bandwidth_bps,
    (max(time_ns) - min(time_ns)) / 1e9 AS period_s,
    max(arrived_packets) - min(arrived_packets) AS arrived_packets,
    max(dropped_packets) - min(dropped_packets) AS dropped_packets,
    max(departed_bytes) - min(departed_bytes) AS departed_bytes,
    max(packet_seconds) - min(packet_seconds) AS packet_seconds
FROM queue_samples
WHERE time_ns >= measured_from_ns
GROUP BY run_id, subject, bandwidth_bps
HAVING max(time_ns) > min(time_ns)
