-- title: Throughput of flows over time
-- table: class_series
-- unit: bit/s
-- definition: Bits of data packets of each TCP flow of a traffic class that arrived in each bin of the run, over the bin's width; first replication only.
-- source: ours
-- needs: class_bins
SELECT
    run_id,
    subject,
    traffic_class,
    start_us / 1e6 AS time_s,
    8e6 * delivered_bytes / width_us AS throughput_bps
FROM class_bins
WHERE seed = 1
