-- title: Distribution of the one-way delay
-- table: delay_distribution
-- unit: ms
-- definition: The delay that so many percent of a flow's arrivals don't exceed, as in one_way_delay_percentile, for each whole percent.
-- source: ours; as one_way_delay_percentile
-- needs: transits, connections, shown_flows
SELECT subject, delay_ns / 1e6 AS delay_ms, percent
FROM (
    SELECT
        subject,
        arrived_ns - sent_ns AS delay_ns,
        row_number() OVER (PARTITION BY connection ORDER BY arrived_ns - sent_ns) AS place,
        count(*) OVER (PARTITION BY connection) AS arrivals
    FROM transits
    JOIN connections USING (connection)
    SEMI JOIN shown_flows USING (subject)
    WHERE arrived_ns IS NOT NULL
)
JOIN (SELECT unnest(range(101)) AS percent)
    ON place = greatest(1, (percent * arrivals + 99) // 100)
