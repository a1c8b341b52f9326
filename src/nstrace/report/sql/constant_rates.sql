-- title: Sources of constant rate
-- table: constant_rates
-- unit: ns
-- definition: The longest usual time (median) between two packets of a source of constant rate (cbr), of those that send ten packets at least.
-- source: ours
-- needs: transits, connections
SELECT max(usual_ns) AS interval_ns
FROM (
    SELECT quantile_disc(interval_ns, 0.5) AS usual_ns
    FROM (
        SELECT
            connection, sent_ns - lag(sent_ns) OVER (PARTITION BY connection ORDER BY sent_ns) AS interval_ns
        FROM transits JOIN connections USING (connection)
        WHERE type = 'cbr'
    )
    GROUP BY connection
    HAVING count(*) >= 10
)
