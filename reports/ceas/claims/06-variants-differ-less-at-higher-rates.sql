-- page: 4.2
-- statement: The difference between Reno and SACK is smaller at higher ant rates.
--
-- Differences of runs with the same seed; pairs of rates that differ twofold or more.
WITH runs_of AS (
    SELECT
        ant_rate,
        seed,
        max(value) FILTER (variant = 'reno') - max(value) FILTER (variant = 'sack') AS apart
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'start' AND metric = 'tcp_time_to_full_rate'
        AND subject = 'flow1 tcp'
    GROUP BY ant_rate, seed
), rates AS (
    SELECT ant_rate, abs(mean) AS mean, abs(mean) - half AS low, abs(mean) + half AS high
    FROM (
        SELECT ant_rate, avg(apart) AS mean,
            CASE WHEN count(*) >= fewest_runs()
                THEN any_value(quantile) * stddev_samp(apart) / sqrt(count(*))
                ELSE 'infinity' END AS half
        FROM (SELECT *, count(*) OVER (PARTITION BY ant_rate) AS n FROM runs_of WHERE apart IS NOT NULL)
        LEFT JOIN student_t USING (n)
        GROUP BY ant_rate
    )
), counted AS (
    SELECT
        count(*) FILTER (fast.high < slow.low) AS said,
        count(*) FILTER (fast.low > slow.high) AS against,
        count(*) AS cases
    FROM rates AS slow JOIN rates AS fast ON fast.ant_rate >= 2 * slow.ant_rate
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'difference of their times: ' || (
        SELECT string_agg(short(mean) || ' s at ' || ant_rate, ', ' ORDER BY ant_rate) FROM rates
    ) || ' ants/s; of pairs of rates that differ twofold or more: '
        || order_words(said, against, cases) AS evidence
FROM counted
