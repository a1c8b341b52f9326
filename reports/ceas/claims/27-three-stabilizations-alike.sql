-- page: 4.3
-- statement: TCP takes about as long to its full rate in all three phases of stabilization: at the start, after the failure, after the restoration.
--
-- Alike: within a tenth, run by run. Each phase less so many times each other one is not above zero.
WITH times AS (
    SELECT *, 1 AS phase FROM chosen('start', 'tcp_time_to_full_rate', 'flow1 tcp', NULL, NULL)
    UNION ALL
    SELECT *, 2
    FROM chosen('failure', 'tcp_time_from_resuming_to_full_rate', 'flow1 failure', false, NULL)
    UNION ALL
    SELECT *, 3
    FROM chosen('failure', 'tcp_time_to_full_rate', 'flow1 restoration', false, NULL)
), pairs AS (
    SELECT one.ant_rate, one.variant, one.phase, contrast(one, other, 1 + alike_percent() / 100) AS beyond
    FROM times AS one JOIN times AS other
        ON one.ant_rate = other.ant_rate AND one.variant = other.variant
            AND one.phase <> other.phase
), cases AS (
    SELECT max(beyond.high) <= 0 AS is_alike, max(beyond.low) > 0 AS is_apart
    FROM pairs GROUP BY ant_rate, variant HAVING count(DISTINCT phase) = 3
), counted AS (
    SELECT
        count(*) FILTER (is_alike) AS alike, count(*) FILTER (is_apart) AS apart, count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(alike, apart, cases) AS verdict,
    'start ' || by_rate('start', 'tcp_time_to_full_rate', 'flow1 tcp', NULL, NULL, 1)
        || ' s, failure (from resuming on) '
        || by_rate('failure', 'tcp_time_from_resuming_to_full_rate', 'flow1 failure', false, NULL, 1)
        || ' s, restoration '
        || by_rate('failure', 'tcp_time_to_full_rate', 'flow1 restoration', false, NULL, 1)
        || ' s' || regained_words('restoration') || '; within ' || readable(alike_percent()) || ' %: ' || alike_words(alike, apart, cases)
        || cases_go_together(cases) AS evidence
FROM counted
