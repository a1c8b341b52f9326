-- title: Packets waiting in queues
-- table: binned_queues
-- unit: packets
-- definition: The largest number of packets that waited at a link in each piece of time, without the one that is being sent, and how many that had come to the queue were dropped there; of the six links at which most waited.
-- source: ours; as queue_occupancy
-- needs: time_bins, queue_events
WITH binned AS (
    SELECT
        link,
        time_ns // width_ns AS bin,
        max(waiting_packets) AS most,
        arg_max(waiting_packets, line) AS last,
        count(*) FILTER (was_waiting) AS dropped
    FROM queue_events, time_bins
    WHERE event <> 'd' OR was_waiting
    GROUP BY ALL
),
longest AS (
    SELECT link, min(bin) AS first_bin, max(bin) AS last_bin
    FROM binned
    GROUP BY link
    HAVING max(most) > 0
    ORDER BY max(most) DESC, sum(dropped) DESC, link
    LIMIT 6
)
SELECT
    link AS subject,
    bin * width_ns / 1e9 AS time_s,
    CAST(coalesce(
        most, last_value(last IGNORE NULLS) OVER (PARTITION BY link ORDER BY bin)
    ) AS BIGINT) AS waiting_packets,
    coalesce(dropped, 0) AS dropped_packets
FROM (SELECT link, unnest(range(first_bin, last_bin + 1)) AS bin FROM longest)
LEFT JOIN binned USING (link, bin), time_bins
