-- title: Bottlenecks over time
-- table: bottleneck_series
-- unit: %
-- definition: Utilisation of each bottleneck between two samples of its queue, with the packets that wait at the end, and the packets that the queue did not take meanwhile; first replication only.
-- source: ours
-- needs: queue_samples
SELECT
    run_id,
    subject,
    time_ns / 1e9 AS time_s,
    100 * 8e9 * (departed_bytes - lag(departed_bytes) OVER samples)
    / (time_ns - lag(time_ns) OVER samples) / bandwidth_bps AS utilisation_percent,
    queue_packets,
    dropped_packets - lag(dropped_packets) OVER samples AS dropped_packets
FROM queue_samples
WHERE seed = 1
WINDOW samples AS (PARTITION BY run_id, subject ORDER BY time_ns)
QUALIFY lag(time_ns) OVER samples IS NOT NULL
