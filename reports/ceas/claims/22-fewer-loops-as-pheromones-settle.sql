-- page: 4.3
-- statement: These loops become fewer as the pheromones settle.
--
-- Packets sent back in the first half of the time to stabilization, less those in the second half,
-- run by run. Cases are variants and rates.
WITH loops AS (
    SELECT
        scenario,
        seed,
        coalesce(sum(micro_loops) FILTER (after_s < settled_s / 2), 0) AS early,
        coalesce(sum(micro_loops) FILTER (after_s >= settled_s / 2 AND after_s < settled_s), 0) AS late
    FROM micro_loop_series
    JOIN scenarios USING (study, scenario)
    JOIN (
        SELECT scenario, seed, value AS settled_s FROM metrics
        WHERE study = 'ceas' AND metric = 'stabilization_time' AND subject = '0-8 failure'
    ) USING (scenario, seed)
    WHERE study = 'ceas' AND scenario_set = 'failure' AND NOT previous_hop_memory
        AND subject = '0-8'
    GROUP BY scenario, seed
), cases AS (
    SELECT
        interval_of(list(early - late ORDER BY seed), false) AS apart,
        sum(early) AS early,
        sum(late) AS late
    FROM loops
    GROUP BY scenario
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        sum(early) AS early,
        sum(late) AS late
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'packets sent back in the first half of the time to stabilization, and in the second: ' || early
        || ' and ' || late || ' in all runs; ' || order_words(said, against, cases)
        || cases_go_together(cases) AS evidence
FROM counted
