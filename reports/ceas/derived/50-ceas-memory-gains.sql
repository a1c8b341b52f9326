-- table: ceas_memory_gains
-- title: What previous-hop memory gains
-- unit: %
-- definition: TCP throughput with previous-hop memory over that without it, less one, of runs with the same seed; mean over the replications with its 95 % interval, laid out by the logarithm of the ratio.
-- source: the thesis, section 4.7 and Figure 4.17
SELECT
    variant,
    ant_rate,
    CAST(n AS INTEGER) AS n,
    mean,
    mean_end(-1, n, mean, deviation, quantile, -100, NULL) AS low,
    mean_end(1, n, mean, deviation, quantile, -100, NULL) AS high
FROM (
    SELECT
        variant,
        ant_rate,
        count(*) AS n,
        avg(gain ORDER BY seed) AS mean,
        any_value(quantile) AS quantile,
        stddev_samp(gain ORDER BY seed) AS deviation
    FROM (
        SELECT *, count(*) OVER (PARTITION BY variant, ant_rate) AS n
        FROM (
            SELECT
                variant,
                ant_rate,
                seed,
                100 * (
                    max(value) FILTER (previous_hop_memory)
                    / max(value) FILTER (NOT previous_hop_memory) - 1
                ) AS gain
            FROM metrics JOIN scenarios USING (study, scenario)
            WHERE study = 'ceas' AND scenario_set = 'failure' AND metric = 'tcp_throughput'
                AND subject = 'flow1'
            GROUP BY variant, ant_rate, seed
        )
        WHERE gain IS NOT NULL
    )
    LEFT JOIN student_t USING (n)
    GROUP BY variant, ant_rate
)
ORDER BY variant, ant_rate
