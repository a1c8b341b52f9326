-- reason: chance
-- claims: 05-sack-at-full-rate-before-reno; 08-renos-window-falls-more-often; 25-sack-regains-faster-after-failure
-- words: Runs of one rate differ by more than the two variants do, so that fifteen of them show an order at one rate of seven at most: of seven intervals of 95 % one may lie apart by chance. The thesis names orders of means of as many runs, and no intervals.
SELECT 'SACK less Reno run by run, mean with the deviation of runs: ' || string_agg(
    what || ' at ' || ant_rate || ' ants/s ' || printf('%+.1f (%.1f)', mean, deviation), ', '
    ORDER BY what, ant_rate
)
FROM (
    SELECT what, ant_rate, avg(apart ORDER BY seed) AS mean, stddev_samp(apart) AS deviation
    FROM (
        SELECT
            ant_rate, seed,
            CASE metric WHEN 'tcp_window_cuts' THEN 'falls of the window'
                ELSE scenario_set || ', seconds to the full rate' END AS what,
            max(value) FILTER (variant = 'sack') - max(value) FILTER (variant = 'reno') AS apart
        FROM metrics JOIN scenarios USING (study, scenario)
        WHERE scenario_set = 'start'
            AND (metric, metrics.subject) IN (
                ('tcp_time_to_full_rate', 'flow1 tcp'), ('tcp_window_cuts', 'flow1 whole')
            )
            OR scenario_set = 'failure' AND NOT previous_hop_memory
                AND metric = 'tcp_time_from_resuming_to_full_rate'
                AND metrics.subject = 'flow1 failure'
        GROUP BY ALL
    )
    WHERE apart IS NOT NULL
    GROUP BY what, ant_rate
)
