-- page: 5 (conclusion)
-- statement: Data arrives out of order while pheromones settle anew.
--
-- After the return of the links on twelve nodes, and of UNINETT's connections whose path fails
-- while it does; more than before.
WITH found AS (
    SELECT
        CASE scenario_set WHEN 'twelve' THEN at_load(variant, level)
            ELSE network_name(scenario_set) || ', connection ' || subject[5] END AS place,
        scenario_set <> 'twelve' AS is_uninett, variant, level,
        n, mean, low, high, is_exact, runs,
        ends_with(subject, ' before') AS is_before
    FROM cases_points
    WHERE metric = 'tcp_out_of_order' AND system = 'CEAS' AND NOT memory AND (
        scenario_set = 'twelve' AND event = 'failures'
            AND subject IN ('flow1 before', 'flow1 restoration')
        OR scenario_set IN (FROM uninett_sets) AND bytes = 1500 AND subject IN (
            'flow1 before', 'flow3 before', 'flow1 transient', 'flow3 transient'
        )
    )
), cases AS (
    SELECT
        rise(settling, earlier) AS apart,
        row(settling.is_uninett, settling.variant, settling.level, place) AS place,
        place || printf(': %.3g and %.3g %%', earlier.mean, settling.mean) AS words
    FROM found AS settling JOIN found AS earlier USING (place)
    WHERE earlier.is_before AND NOT settling.is_before
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        string_agg(words, ', ' ORDER BY place) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'before the failures, and after the return of links (twelve nodes, by background) or while '
        || '5-1 fails (UNINETT): '
        || words || '; ' || order_words(said, against, cases) AS evidence
FROM counted
