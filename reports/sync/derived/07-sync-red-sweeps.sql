-- table: sync_red_sweeps
-- title: Least RED queue of each sweep
-- unit: packets
-- definition: From this limit of the RED queue on neither flow gets less than 10 % at any delay up to 65 ms, in a sweep of single runs with one seed. A seed with which the longest queue that was run does not suffice has none.
-- source: B. Baesjou's report (2005), section 6.2.4; 10 % is ours
SELECT seed, min(queue_packets) AS least
FROM (
    SELECT
        seed, queue_packets,
        min(min(least(share, 100 - share))) OVER (
            PARTITION BY seed ORDER BY queue_packets DESC
        ) AS from_here
    FROM sync_run_shares JOIN sync_shares USING (scenario)
    WHERE scenario_set = 'red' AND delay_ms <= 65
    GROUP BY seed, queue_packets
)
WHERE from_here >= 10
GROUP BY seed
ORDER BY seed
