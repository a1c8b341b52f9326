-- title: All flows of data together
-- subject: delivery and loss
-- table: all_flows
-- unit: packets
-- definition: Of all flows of data together: how many there are; data packets sent, received and dropped as in the metrics of these names; bits of distinct data that arrived, over the time from the first sending of one of these to the last arrival; mean and percentiles of the one-way delay of all that arrived; the mean of |D| as in mean_delay_variation; and data sent again.
-- source: ours
-- needs: fates, transits, segments, arrival_order, connections
WITH received AS (
    SELECT
        run_id,
        8e9 * sum(size_bytes) / nullif(max(first_arrived_ns) - min(first_sent_ns), 0) AS rate_bps,
        count(size_bytes) = count(*) AS is_sized
    FROM segments JOIN connections USING (connection)
    WHERE first_arrived_ns IS NOT NULL
    GROUP BY run_id
),
delays AS (
    SELECT
        run_id,
        avg(arrived_ns - sent_ns) / 1e9 AS mean_delay_s,
        quantile_disc(arrived_ns - sent_ns, [0.5, 0.95, 0.99]) AS percentiles
    FROM transits JOIN connections USING (connection)
    WHERE arrived_ns IS NOT NULL
    GROUP BY run_id
),
variations AS (
    SELECT run_id, avg(variation_ns) / 1e9 AS mean_variation_s
    FROM arrival_order JOIN connections USING (connection)
    GROUP BY run_id
),
again AS (
    SELECT run_id, 100 * (sum(packets_sent) - count(*)) / sum(packets_sent) AS retransmitted_percent
    FROM segments JOIN connections USING (connection)
    GROUP BY run_id
)
SELECT
    run_id,
    'all' AS subject,
    count(DISTINCT fates.subject) AS flows,
    count(*) AS sent,
    count(*) FILTER (arrived) AS received,
    count(cause) AS dropped,
    CASE WHEN any_value(is_sized) THEN any_value(rate_bps) END AS unique_bps,
    any_value(mean_delay_s) AS mean_delay_s,
    any_value(percentiles[1]) / 1e9 AS median_s,
    any_value(percentiles[2]) / 1e9 AS p95_s,
    any_value(percentiles[3]) / 1e9 AS p99_s,
    any_value(mean_variation_s) AS mean_variation_s,
    any_value(retransmitted_percent) AS retransmitted_percent
FROM fates
LEFT JOIN received USING (run_id)
LEFT JOIN delays USING (run_id)
LEFT JOIN variations USING (run_id)
LEFT JOIN again USING (run_id)
GROUP BY run_id
