-- page: 5.2.2
-- statement: When links fail previous-hop memory would gain more at lower ant rates than at 10 ants a second.
--
-- In percent of the goodput, at 1000 kb/s, by the logarithms of the ratios of each seed. Cases are variants and lower
-- rates.
WITH gains AS (
    SELECT
        variant, coalesce(ant_rate, 10) AS ant_rate, false AS is_exact,
        avg(gain) AS mean, map_from_entries(list((seed, gain) ORDER BY seed)) AS runs
    FROM (
        SELECT
            variant, ant_rate, seed,
            ln(max(value) FILTER (previous_hop_memory) / max(value) FILTER (NOT previous_hop_memory)) AS gain
        FROM metrics JOIN scenarios USING (study, scenario)
        WHERE study = 'cases' AND scenario_set IN ('twelve', 'low-rates') AND event = 'failures'
            AND background_kbps = 1000 AND metric = 'tcp_goodput' AND metrics.subject = 'flow1 whole'
        GROUP BY ALL
    )
    WHERE isfinite(gain)
    GROUP BY variant, ant_rate
), cases AS (
    SELECT contrast(low_rate, usual, 1) AS apart
    FROM gains AS low_rate JOIN gains AS usual USING (variant)
    WHERE low_rate.ant_rate < 10 AND usual.ant_rate = 10
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'gain in goodput: ' || (
        SELECT string_agg(
            variant_name(variant) || ' at ' || ant_rate || printf(' ants/s %+.1f %%', 100 * (exp(mean) - 1)), ', '
            ORDER BY variant, ant_rate
        ) FROM gains
    ) || '; ' || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases > 0
