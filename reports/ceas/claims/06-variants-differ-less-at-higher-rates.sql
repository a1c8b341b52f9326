-- page: 4.2
-- statement: The difference between Reno and SACK is smaller at higher ant rates.
--
-- Differences of runs with the same seed; pairs of rates that differ twofold or more, with the seeds
-- that both have. Which variant is ahead is taken from the runs, so that noise alone is a difference,
-- and a larger one where there is more of it: the larger one has to be clear by itself.
WITH differences AS (
    SELECT
        ant_rate,
        false AS is_exact,
        map_from_entries(list((seed, apart) ORDER BY seed)) AS runs,
        avg(apart ORDER BY seed) AS mean
    FROM (
        SELECT
            ant_rate,
            seed,
            max(value) FILTER (variant = 'reno') - max(value) FILTER (variant = 'sack') AS apart
        FROM metrics JOIN scenarios USING (study, scenario)
        WHERE study = 'ceas' AND scenario_set = 'start' AND metric = 'tcp_time_to_full_rate'
            AND subject = 'flow1 tcp'
        GROUP BY ant_rate, seed
    )
    WHERE apart IS NOT NULL
    GROUP BY ant_rate
), sizes AS (
    -- How far the variants are apart, whichever is ahead on average.
    SELECT * REPLACE (
        map_from_entries(
            list_transform(map_entries(runs), LAMBDA it: (it.key, sign(mean) * it.value))
        ) AS runs,
        abs(mean) AS mean
    )
    FROM differences
), cases AS (
    SELECT
        contrast(fast, slow, 1) AS apart,
        interval_of(map_values(slow.runs), false).low > 0 AS slow_is_clear,
        interval_of(map_values(fast.runs), false).low > 0 AS fast_is_clear
    FROM sizes AS slow JOIN sizes AS fast ON fast.ant_rate >= 2 * slow.ant_rate
), counted AS (
    SELECT
        count(*) FILTER (apart.high < 0 AND slow_is_clear) AS said,
        count(*) FILTER (apart.low > 0 AND fast_is_clear) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'difference of their times: ' || (
        SELECT string_agg(short(mean) || ' s at ' || ant_rate, ', ' ORDER BY ant_rate) FROM sizes
    ) || ' ants/s; of pairs of rates that differ twofold or more: '
        || order_words(said, against, cases) || cases_go_together(cases) AS evidence
FROM counted
