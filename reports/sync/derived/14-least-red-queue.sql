-- table: estimates
-- title: Least RED queue without starvation
-- unit: packets
-- range: from 0
-- definition: From this limit of the RED queue on neither flow gets less than 10 % at any delay up to 65 ms.
-- source: B. Baesjou's report (2005), section 6.2.4; 10 % is ours
-- RED drops at random: n is the number of runs, over all delays, of the queue that has fewest.
SELECT 'least' AS subject, min(queue_packets) AS value, min(runs) AS n
FROM (
    SELECT
        queue_packets,
        runs,
        min(least) OVER (ORDER BY queue_packets DESC) AS least_from_here
    FROM (
        SELECT queue_packets, min(least(share_1, 100 - share_1)) AS least,
            sum(replications) AS runs
        FROM sync_shares WHERE scenario_set = 'red' AND delay_ms <= 65
        GROUP BY queue_packets
    )
)
WHERE least_from_here >= 10
HAVING count(*) > 0
