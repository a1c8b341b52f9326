-- title: Data rate over time
-- subject: rate
-- table: rate_series
-- unit: bit/s
-- definition: Bits of data packets that a flow sent in each second of the run, retransmissions included, and of its distinct data that arrived in it. Seconds in which neither happened are left out; a rate is NULL where the size of a packet can't be true.
-- source: S. Tamrakar's thesis (2009), section 4.1 (data rate, at which the sender transmits) and Figure 4.15; the width of a second is ours
-- needs: transits, segments, connections
SELECT
    run_id,
    subject,
    time_s,
    sum(8 * sent_bytes) AS sent_bps,
    CASE WHEN count(arrived_bytes) = count(*) THEN sum(8 * arrived_bytes) END AS unique_bps
FROM (
    SELECT
        connection, sent_ns // 1000000000 AS time_s, size_bytes AS sent_bytes, 0 AS arrived_bytes
    FROM transits
    UNION ALL
    SELECT connection, first_arrived_ns // 1000000000, 0, size_bytes
    FROM segments
    WHERE first_arrived_ns IS NOT NULL
)
JOIN connections USING (connection)
GROUP BY run_id, subject, time_s
