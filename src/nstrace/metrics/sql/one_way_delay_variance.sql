-- title: Variance of the one-way delay of packets
-- subject: delay
-- table: metrics
-- unit: s2
-- range: from 0
-- definition: Population variance of the delays in mean_one_way_delay. A single arrival has none.
-- source: ours
-- needs: transits, connections
SELECT
    run_id,
    subject,
    (count(*) * sum(CAST(delay_ns AS HUGEINT) * delay_ns) - sum(delay_ns) * sum(delay_ns))
    / (CAST(count(*) AS HUGEINT) * count(*)) / 1e18 AS value
FROM (
    SELECT run_id, subject, arrived_ns - sent_ns AS delay_ns
    FROM transits JOIN connections USING (connection)
    WHERE arrived_ns IS NOT NULL
)
GROUP BY run_id, subject
HAVING count(*) > 1
