-- title: Percentiles of the one-way delay of packets
-- subject: delay
-- table: metrics
-- unit: s
-- range: from 0
-- definition: The delay, as in mean_one_way_delay, that p percent of a flow's arrivals don't exceed: the nearest rank, one of the delays itself. p0 is the least, p100 the largest.
-- source: ours; RFC 7679, section 5.1, for a percentile of a sample
-- needs: transits, connections
SELECT
    run_id,
    subject || ' p' || percent AS subject,
    delay_ns / 1e9 AS value
FROM (
    SELECT
        run_id,
        subject,
        arrived_ns - sent_ns AS delay_ns,
        row_number() OVER (PARTITION BY connection ORDER BY arrived_ns - sent_ns) AS place,
        count(*) OVER (PARTITION BY connection) AS arrivals
    FROM transits JOIN connections USING (connection)
    WHERE arrived_ns IS NOT NULL
)
JOIN (SELECT unnest([0, 50, 90, 95, 99, 100]) AS percent)
    ON place = greatest(1, (percent * arrivals + 99) // 100)
