-- table: cases_memory_gains
-- title: What previous-hop memory gains on larger networks
-- unit: %
-- definition: TCP goodput with previous-hop memory over that without it, less one, of runs with the same seed; mean over the replications with its 95 % interval, laid out by the logarithm of the ratio; without_bps is the mean goodput without it.
-- source: S. Tamrakar's thesis (2009), Figures 5.8, 5.11, 5.13 and 5.16
WITH gains AS (
    SELECT
        scenario_set, event, variant, background_kbps, packet_bytes, seed,
        split_part(subject, ' ', 1) AS subject,
        max(value) FILTER (NOT previous_hop_memory) AS without_bps,
        100 * (
            max(value) FILTER (previous_hop_memory)
            / nullif(max(value) FILTER (NOT previous_hop_memory), 0) - 1
        ) AS gain
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'cases' AND scenario_set IN ('twelve', 'uninett', 'small-uninett')
        AND metric = 'tcp_goodput' AND ends_with(subject, ' whole')
    GROUP BY ALL
), counted AS (
    SELECT
        scenario_set, event, variant, background_kbps, packet_bytes, subject,
        CAST(count(*) AS INTEGER) AS n,
        avg(without_bps ORDER BY seed) AS without_bps,
        avg(gain ORDER BY seed) AS mean,
        stddev_samp(gain ORDER BY seed) AS deviation
    FROM gains WHERE gain IS NOT NULL
    GROUP BY ALL
)
SELECT
    scenario_set, event, variant, background_kbps, packet_bytes, subject, n, without_bps, mean,
    mean_end(-1, n, mean, deviation, quantile, -100, NULL) AS ci_low,
    mean_end(1, n, mean, deviation, quantile, -100, NULL) AS ci_high
FROM counted LEFT JOIN student_t USING (n)
ORDER BY ALL
