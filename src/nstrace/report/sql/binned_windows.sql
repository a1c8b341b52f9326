-- title: Congestion window over time
-- table: binned_windows
-- unit: packets
-- definition: Last, least and largest congestion window of each piece of time in which it changed.
-- source: ours; as cwnd_series
-- needs: congestion_windows, time_bins
SELECT
    subject,
    time_ns // width_ns * any_value(width_ns) / 1e9 AS time_s,
    arg_max(value, end_byte) AS last_packets,
    min(value) AS min_packets,
    max(value) AS max_packets
FROM congestion_windows, time_bins
GROUP BY subject, time_ns // width_ns
