-- title: One-way delay over time
-- table: binned_delays
-- unit: ms
-- definition: Mean, 95th percentile and largest delay of a flow's data packets, as in mean_one_way_delay, of those that arrived in each piece of time. Where none arrived there is no value.
-- source: ours; as mean_one_way_delay
-- needs: transits, connections, shown_flows, time_bins
SELECT
    subject,
    arrived_ns // width_ns * any_value(width_ns) / 1e9 AS time_s,
    sum(arrived_ns - sent_ns) / count(*) / 1e6 AS mean_delay_ms,
    quantile_disc(arrived_ns - sent_ns, 0.95) / 1e6 AS p95_delay_ms,
    max(arrived_ns - sent_ns) / 1e6 AS max_delay_ms
FROM transits
JOIN connections USING (connection)
SEMI JOIN shown_flows USING (subject), time_bins
WHERE arrived_ns IS NOT NULL
GROUP BY subject, arrived_ns // width_ns
