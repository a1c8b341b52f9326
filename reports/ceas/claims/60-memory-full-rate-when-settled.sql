-- page: 4.7
-- statement: With the memory TCP regains its full rate once the pheromones have settled again.
--
-- Regains: in every run, as far as runs can tell, the interval of the share of runs lies above three quarters. Once:
-- the time to the full rate is not considerably longer than that until the pheromones are stable, run by run. Cases
-- are both parts, for each variant and ant rate.
WITH cases AS (
    SELECT low >= 0.75 AS is_said, high < 0.75 AS is_against
    FROM chosen('failure', 'tcp_full_rate_reached', 'flow1 failure', true, NULL)
    UNION ALL
    SELECT later.high <= 0, later.low > 0
    FROM (
        SELECT contrast(regained, settled, considerable_times()) AS later
        FROM chosen('failure', 'tcp_time_to_full_rate', 'flow1 failure', true, NULL) AS regained
        JOIN chosen('failure', 'stabilization_time', '0-8 failure', true, NULL) AS settled
            USING (variant, ant_rate)
    )
), counted AS (
    SELECT
        count(*) FILTER (is_said) AS said,
        count(*) FILTER (is_against) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'full rate before the link is back, in per cent of the runs: '
        || by_rate('failure', 'tcp_full_rate_reached', 'flow1 failure', true, NULL, 100)
        || '; ' || by_rate('failure', 'tcp_time_to_full_rate', 'flow1 failure', true, NULL, 1)
        || ' s after the failure, pheromones stable after '
        || by_rate('failure', 'stabilization_time', '0-8 failure', true, NULL, 1)
        || ' s; regained, and no more than ' || readable(considerable_times()) || ' times as late: '
        || order_words(said, against, cases) AS evidence
FROM counted
WHERE cases > 0
