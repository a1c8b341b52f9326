-- title: Throughput over time, with and without copies
-- table: binned_rates
-- unit: kbit/s
-- definition: Bits of a flow's data packets that arrived in each piece of time, copies included, and of its distinct data; in the size that they arrived in.
-- source: ours; as throughput and unique_throughput
-- needs: transits, segments, connections, shown_flows, time_bins
WITH binned AS (
    SELECT connection, bin, sum(bytes) AS bytes, sum(new_bytes) AS new_bytes
    FROM (
        SELECT connection, arrived_ns // width_ns AS bin, arrived_bytes AS bytes, 0 AS new_bytes
        FROM transits, time_bins
        UNION ALL
        SELECT connection, first_arrived_ns // width_ns, 0, size_bytes FROM segments, time_bins
    )
    JOIN connections USING (connection)
    SEMI JOIN shown_flows USING (subject)
    WHERE bin IS NOT NULL
    GROUP BY connection, bin
)
SELECT
    subject,
    bin * width_ns / 1e9 AS time_s,
    8e6 * coalesce(bytes, 0) / width_ns AS throughput_kbps,
    8e6 * coalesce(new_bytes, 0) / width_ns AS unique_kbps
FROM (
    -- One more, in which nothing comes, ends the last step of the line.
    SELECT connection, unnest(range(min(bin), max(bin) + 2)) AS bin FROM binned GROUP BY connection
)
LEFT JOIN binned USING (connection, bin)
JOIN connections USING (connection), time_bins
