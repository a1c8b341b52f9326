-- kind: table
-- definition: The arrivals of each connection one after the other, as they stand in the trace. The uid is the order of sending: ns counts packets as it makes them, so that a retransmission comes later than what it repeats, and is not taken for a packet that the network has overtaken.
-- needs: transits
SELECT
    connection,
    uid,
    row_number() OVER arrivals AS position,
    count(*) OVER (PARTITION BY connection) AS arrivals,
    abs(
        arrived_ns - sent_ns - lag(arrived_ns - sent_ns) OVER arrivals
    ) AS variation_ns,
    uid < max(uid) OVER (arrivals ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
        AS reordered
FROM transits
WHERE arrived_ns IS NOT NULL
WINDOW arrivals AS (PARTITION BY connection ORDER BY arrived_ns, arrival_line, uid)
