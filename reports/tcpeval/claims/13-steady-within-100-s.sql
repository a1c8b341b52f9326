-- page: 3.2.3
-- statement: On dumbbell and parking lot flows converge to a steady state in 100 s.
--
-- A run that has not converged when it ends, after 100 s, has no time of convergence. A case is as
-- said if 95 % of its runs converge or more, and is not if half of them or fewer do.
WITH times AS (
    SELECT
        scenario,
        max(mean) FILTER (quantity = 'converged') AS part,
        max(n) FILTER (quantity = 'converged') AS n,
        max(mean) FILTER (quantity = 'convergence_s') AS time_s
    FROM tcpeval_means
    WHERE scenario_set = 'experiments' AND protocol IN ('sack', 'sack-pr')
        AND topology IN ('dumbbell', 'parking-lot')
    GROUP BY scenario
), judged AS (
    SELECT
        *,
        n >= fewest_runs() AND part >= 0.95 AND time_s <= 100 AS within,
        n >= fewest_runs() AND part <= 0.5 AS later
    FROM times
    WHERE part IS NOT NULL
)
SELECT
    verdict_of_order(count(*) FILTER (within), count(*) FILTER (later), count(*)) AS verdict,
    printf('%.0f %% of the runs converge', 100 * sum(part * n) / sum(n))
        || coalesce(', after ' || span(min(time_s), max(time_s)) || ' s on average by case', '')
        || '; cases in which 95 % do or more, against half or fewer: '
        || order_words(count(*) FILTER (within), count(*) FILTER (later), count(*))
        AS evidence
FROM judged
