-- kind: table
-- definition: What happens at the queue of a link traced in full, in order: a packet arrives, is dropped on arrival, or leaves to be sent; with the packets that wait after it, and when the link last began to send one.
-- A number for a link of a run is compared far faster than their names.
WITH full_links AS MATERIALIZED (
    SELECT *, CAST(row_number() OVER () AS INTEGER) AS number
    FROM (SELECT DISTINCT run_id, from_node, to_node FROM packets WHERE event = '-')
)
SELECT
    run_id,
    'link ' || from_node || '-' || to_node AS link,
    line,
    time_ns,
    event,
    flow,
    is_dropped,
    waiting_packets,
    last_sent_ns
FROM (
    SELECT
        number,
        line,
        time_ns,
        event,
        flow,
        event = '+' AND next_event = 'd' AND next_time_ns = time_ns AS is_dropped,
        -- A packet may be dropped in front of the queue, or on the line behind it.
        sum(CASE WHEN event = '+' THEN 1 WHEN event = '-' OR earlier_event = '+' THEN -1 ELSE 0 END)
            OVER queue AS waiting_packets,
        last_value(CASE WHEN event = '-' THEN time_ns END IGNORE NULLS) OVER (
            queue ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) AS last_sent_ns
    FROM (
        SELECT
            number, line, time_ns, event, flow,
            lag(event) OVER packet AS earlier_event,
            lead(event) OVER packet AS next_event,
            lead(time_ns) OVER packet AS next_time_ns
        FROM packets JOIN full_links USING (run_id, from_node, to_node)
        WHERE event IN ('+', '-', 'd')
        WINDOW packet AS (PARTITION BY number, uid ORDER BY line)
    )
    WINDOW queue AS (PARTITION BY number ORDER BY line)
)
JOIN full_links USING (number)
