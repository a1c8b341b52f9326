-- kind: table
-- definition: What happens at the queue of a link traced in full, in order: a packet arrives (is_dropped: to be dropped at once), leaves to be sent, or is dropped (was_waiting: from the queue, not from the line behind it); with the packets that wait after it, the time of what happens next (none: the trace ends), and when the link last began to send one.
-- A number for a link of a run is compared far faster than their names.
WITH full_links AS MATERIALIZED (
    SELECT
        *,
        'link ' || from_node || '-' || to_node AS link,
        CAST(row_number() OVER () AS INTEGER) AS number
    FROM (SELECT DISTINCT run_id, from_node, to_node FROM packets WHERE event = '-')
),
events AS MATERIALIZED (
    SELECT number, uid, line, time_ns, event, flow
    FROM packets JOIN full_links USING (run_id, from_node, to_node)
    WHERE event IN ('+', '-', 'd')
),
-- Few packets are dropped, in front of the queue or on the line behind it.
around_drops AS MATERIALIZED (
    SELECT
        number, line,
        event = '+' AND next_event = 'd' AND next_time_ns = time_ns AS is_dropped,
        event = 'd' AND earlier_event = '+' AS was_waiting
    FROM (
        SELECT
            number, line, time_ns, event,
            lag(event) OVER packet AS earlier_event,
            lead(event) OVER packet AS next_event,
            lead(time_ns) OVER packet AS next_time_ns
        FROM events
        SEMI JOIN (SELECT number, uid FROM events WHERE event = 'd') AS dropped USING (number, uid)
        WINDOW packet AS (PARTITION BY number, uid ORDER BY line)
    )
    WHERE is_dropped OR was_waiting
),
-- How many have come so far, or gone: row numbers take a third of the time of sums up to each row.
counted AS (
    SELECT
        number, line, time_ns, event, flow,
        is_dropped IS TRUE AS is_dropped,
        was_waiting IS TRUE AS was_waiting,
        CASE WHEN event = '+' THEN 1 WHEN event = '-' OR was_waiting THEN -1 END AS change,
        row_number() OVER (PARTITION BY number, change ORDER BY line) AS so_many
    FROM events LEFT JOIN around_drops USING (number, line)
)
SELECT
    run_id, link, line, time_ns, next_ns, event, flow, is_dropped, was_waiting,
    CAST(coalesce(come, 0) - coalesce(gone, 0) AS INTEGER) AS waiting_packets,
    last_sent_ns
FROM (
    SELECT
        number, line, time_ns, event, flow, is_dropped, was_waiting,
        last_value(CASE WHEN change = 1 THEN so_many END IGNORE NULLS) OVER queue AS come,
        last_value(CASE WHEN change = -1 THEN so_many END IGNORE NULLS) OVER queue AS gone,
        lead(time_ns) OVER queue AS next_ns,
        last_value(CASE WHEN event = '-' THEN time_ns END IGNORE NULLS) OVER (
            queue ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS last_sent_ns
    FROM counted
    WINDOW queue AS (PARTITION BY number ORDER BY line)
)
JOIN full_links USING (number)
