-- page: 5 (conclusion)
-- statement: Data arrives out of order while pheromones settle anew.
--
-- After the return of the links on twelve nodes, and of UNINETT's connections whose path fails
-- while it does; more than before.
WITH cases AS (
    SELECT scenario || ' ' || split_part(subject, ' ', 1) AS place, mean, low, high,
        ends_with(subject, ' before') AS is_before
    FROM cases_points
    WHERE metric = 'tcp_out_of_order' AND system = 'CEAS' AND NOT memory AND (
        scenario_set = 'twelve' AND event = 'failures'
            AND subject IN ('flow1 before', 'flow1 restoration')
        OR scenario_set IN (FROM uninett_sets) AND bytes = 1500 AND subject IN (
            'flow1 before', 'flow3 before', 'flow1 transient', 'flow3 transient'
        )
    )
), counted AS (
    SELECT
        count(*) FILTER (settling.low > earlier.high) AS said,
        count(*) FILTER (settling.high < earlier.low) AS against,
        count(*) AS cases,
        string_agg(
            place || printf(' %.3g and %.3g %%', earlier.mean, settling.mean), ', ' ORDER BY place
        ) AS words
    FROM cases AS settling JOIN cases AS earlier USING (place)
    WHERE earlier.is_before AND NOT settling.is_before
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'before the failures, and after the return of links (twelve nodes) or while 5-1 fails: '
        || words || '; ' || order_words(said, against, cases) AS evidence
FROM counted
