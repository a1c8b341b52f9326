-- table: ceas_memory_gains
-- title: What previous-hop memory gains
-- unit: %
-- definition: Mean TCP throughput with previous-hop memory over that without it, less one, of the seeds that both have, with the 95 % interval of the logarithm of this ratio, by the delta method on pairs of runs with the same seed.
-- source: the thesis, section 4.7 and Figure 4.17
WITH pairs AS (
    SELECT
        variant, ant_rate, seed,
        max(value) FILTER (previous_hop_memory) AS remembering,
        max(value) FILTER (NOT previous_hop_memory) AS plain
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'failure' AND metric = 'tcp_throughput'
        AND subject = 'flow1'
    GROUP BY variant, ant_rate, seed
), counted AS (
    SELECT
        variant, ant_rate,
        CAST(count(*) AS INTEGER) AS n,
        avg(remembering ORDER BY seed) / nullif(avg(plain ORDER BY seed), 0) AS ratio,
        log_ratios(list(remembering ORDER BY seed), list(plain ORDER BY seed)) AS logarithms
    FROM pairs
    WHERE remembering IS NOT NULL AND plain IS NOT NULL
    GROUP BY variant, ant_rate
)
SELECT
    variant, ant_rate, n,
    100 * (ratio - 1) AS mean,
    100 * (ratio_end(-1, logarithms, quantile) - 1) AS low,
    100 * (ratio_end(1, logarithms, quantile) - 1) AS high
FROM counted LEFT JOIN student_t USING (n)
WHERE ratio IS NOT NULL
ORDER BY variant, ant_rate
