-- page: 3.2.3
-- statement: On dumbbell and parking lot flows converge to a steady state in 100 s.
--
-- A run that has not converged when it ends, after 100 s, has no time of convergence. A case is as
-- said if clearly more than half of its runs converge, by the exact interval of their share, and the
-- other way if clearly fewer do.
WITH shares AS (
    SELECT
        scenario,
        max(mean) FILTER (quantity = 'converged') AS part,
        max(n) FILTER (quantity = 'converged') AS n,
        max(low) FILTER (quantity = 'converged') AS low,
        max(high) FILTER (quantity = 'converged') AS high,
        max(mean) FILTER (quantity = 'convergence_s') AS time_s
    FROM tcpeval_means
    WHERE scenario_set = 'experiments' AND protocol IN ('sack', 'sack-pr')
        AND topology IN ('dumbbell', 'parking-lot')
    GROUP BY scenario
), judged AS (
    SELECT
        *,
        low > 0.5 AS within,
        high < 0.5 AS later
    FROM shares
    WHERE part IS NOT NULL
)
SELECT
    verdict_of_order(count(*) FILTER (within), count(*) FILTER (later), count(*)) AS verdict,
    printf('%.0f %% of the runs converge', 100 * sum(part * n) / sum(n))
        || coalesce(', after ' || span(min(time_s), max(time_s)) || ' s on average by case', '')
        || '; cases in which clearly more than half do, against fewer: '
        || order_words(count(*) FILTER (within), count(*) FILTER (later), count(*))
        AS evidence
FROM judged
