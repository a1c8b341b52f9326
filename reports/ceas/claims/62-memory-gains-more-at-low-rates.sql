-- page: 4.7
-- statement: The memory gains more at low ant rates than at high ones.
--
-- Gains of runs with the same seed; pairs of rates that differ twofold or more.
WITH gains AS (
    SELECT
        ant_rate, variant, false AS is_exact,
        avg(gain ORDER BY seed) AS mean,
        map_from_entries(list((seed, gain) ORDER BY seed)) AS runs
    FROM (
        SELECT
            ant_rate, variant, seed,
            100 * (
                max(value) FILTER (previous_hop_memory)
                / nullif(max(value) FILTER (NOT previous_hop_memory), 0) - 1
            ) AS gain
        FROM metrics JOIN scenarios USING (study, scenario)
        WHERE study = 'ceas' AND scenario_set = 'failure' AND metric = 'tcp_throughput'
            AND metrics.subject = 'flow1'
        GROUP BY ALL
    )
    WHERE gain IS NOT NULL
    GROUP BY ant_rate, variant
), cases AS (
    SELECT contrast(fast, slow, 1) AS apart
    FROM gains AS slow JOIN gains AS fast
        ON fast.ant_rate >= 2 * slow.ant_rate AND fast.variant = slow.variant
), counted AS (
    SELECT
        count(*) FILTER (apart.high < 0) AS said,
        count(*) FILTER (apart.low > 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    memory_gains_listed() || '; of pairs of rates that differ twofold or more: '
        || order_words(said, against, cases) || cases_go_together(cases) AS evidence
FROM counted
