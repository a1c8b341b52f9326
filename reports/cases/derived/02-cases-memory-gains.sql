-- table: cases_memory_gains
-- title: What previous-hop memory gains on larger networks
-- unit: %
-- definition: Mean TCP goodput with previous-hop memory over that without it, less one, of the seeds that both have, with the 95 % interval of the logarithm of this ratio, by the delta method on pairs of runs with the same seed; without_bps is the mean goodput without it.
-- source: S. Tamrakar's thesis (2009), Figures 5.8, 5.11, 5.13 and 5.16
WITH pairs AS (
    SELECT
        scenario_set, event, variant, background_kbps, packet_bytes, seed,
        split_part(subject, ' ', 1) AS subject,
        max(value) FILTER (previous_hop_memory) AS remembering,
        max(value) FILTER (NOT previous_hop_memory) AS plain
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'cases' AND scenario_set IN ('twelve', 'uninett', 'small-uninett')
        AND metric = 'tcp_goodput' AND ends_with(subject, ' whole')
    GROUP BY ALL
), counted AS (
    SELECT
        scenario_set, event, variant, background_kbps, packet_bytes, subject,
        CAST(count(*) AS INTEGER) AS n,
        avg(plain ORDER BY seed) AS without_bps,
        avg(remembering ORDER BY seed) / nullif(avg(plain ORDER BY seed), 0) AS ratio,
        log_ratios(list(remembering ORDER BY seed), list(plain ORDER BY seed)) AS logarithms
    FROM pairs
    WHERE remembering IS NOT NULL AND plain IS NOT NULL
    GROUP BY ALL
)
SELECT
    scenario_set, event, variant, background_kbps, packet_bytes, subject, n, without_bps,
    100 * (ratio - 1) AS mean,
    100 * (ratio_end(-1, logarithms, quantile) - 1) AS ci_low,
    100 * (ratio_end(1, logarithms, quantile) - 1) AS ci_high
FROM counted LEFT JOIN student_t USING (n)
WHERE ratio IS NOT NULL
ORDER BY ALL
