-- title: Packets waiting in queues
-- table: binned_queues
-- unit: packets
-- definition: The largest number of packets that waited at a link in each piece of time, without the one that is being sent, as in queue_events, and how many of them were dropped there; of the six links at which most waited. Only dropped packets are followed, which is far less work than following all.
-- source: ours; as queue_occupancy
-- needs: time_bins
WITH full_links AS MATERIALIZED (
    SELECT *, CAST(row_number() OVER () AS INTEGER) AS number
    FROM (SELECT DISTINCT from_node, to_node FROM packets WHERE event = '-')
),
dropped AS (
    -- A packet may be dropped in front of the queue, or on the line behind it.
    SELECT line
    FROM (
        SELECT
            line,
            event,
            lag(event) OVER (PARTITION BY from_node, to_node, uid ORDER BY line) AS earlier_event
        FROM packets
        SEMI JOIN (SELECT from_node, to_node, uid FROM packets WHERE event = 'd')
            USING (from_node, to_node, uid)
        WHERE event IN ('+', '-', 'd')
    )
    WHERE event = 'd' AND earlier_event = '+'
),
waiting AS (
    SELECT
        number,
        line,
        time_ns,
        event = 'd' AS is_dropped,
        CAST(sum(CASE WHEN event = '+' THEN 1 ELSE -1 END) OVER (
            PARTITION BY number ORDER BY line ROWS UNBOUNDED PRECEDING
        ) AS INTEGER) AS waiting_packets
    FROM (
        SELECT line, time_ns, from_node, to_node, event FROM packets WHERE event IN ('+', '-')
        UNION ALL
        SELECT line, time_ns, from_node, to_node, event FROM packets SEMI JOIN dropped USING (line)
    )
    JOIN full_links USING (from_node, to_node)
),
binned AS (
    SELECT
        'link ' || from_node || '-' || to_node AS link,
        time_ns // width_ns AS bin,
        max(waiting_packets) AS most,
        arg_max(waiting_packets, line) AS last,
        count(*) FILTER (is_dropped) AS dropped
    FROM waiting JOIN full_links USING (number), time_bins
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
