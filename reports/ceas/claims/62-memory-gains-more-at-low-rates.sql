-- page: 4.7
-- statement: The memory gains more at low ant rates than at high ones.
--
-- Gains are ratios of two means, with memory and without. The logarithms of two of them are compared
-- by what each seed says of either (log_ratios). Pairs of rates that differ twofold or more.
WITH paired AS (
    SELECT
        variant, ant_rate, remembering.runs AS remembering, plain.runs AS plain,
        list_filter(
            map_keys(remembering.runs), LAMBDA seed: map_contains(plain.runs, seed)
        ) AS seeds
    FROM chosen('failure', 'tcp_throughput', 'flow1', true, NULL) AS remembering
    JOIN chosen('failure', 'tcp_throughput', 'flow1', false, NULL) AS plain
        USING (variant, ant_rate)
), logarithms AS (
    SELECT
        variant, ant_rate, seeds,
        log_ratios(
            list_transform(seeds, LAMBDA seed: remembering[seed]),
            list_transform(seeds, LAMBDA seed: plain[seed])
        ) AS each_seed
    FROM paired
), gains AS (
    SELECT
        variant, ant_rate, false AS is_exact, list_avg(each_seed) AS mean,
        map(seeds, each_seed) AS runs
    FROM logarithms
    WHERE each_seed IS NOT NULL
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
