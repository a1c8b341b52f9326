-- page: 24-25
-- statement: Under heavy load no variant is best throughout: on one connection Reno has the largest window, on another NewReno, on another SACK.
--
-- The text speaks of single runs with different seeds. Cases are the variants: in one run or more a
-- variant's window is, on one connection or more, the largest of the three with the same seed.
WITH windows AS (
    SELECT
        scenarios.variant, metrics.subject, metrics.seed, metrics.value,
        count(*) OVER (PARTITION BY metrics.subject, metrics.seed) AS variants
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'recovery' AND scenario_set = 'load' AND load = 'heavy'
        AND metric = 'mean_cwnd_over_time'
), ahead AS (
    SELECT subject, seed, arg_max(variant, value) AS variant
    FROM windows WHERE variants > 1 GROUP BY subject, seed
), counted AS (
    SELECT
        windows.variant, count(ahead.variant) AS times,
        count(DISTINCT windows.subject || ' ' || windows.seed) AS places
    FROM windows LEFT JOIN ahead USING (variant, subject, seed)
    GROUP BY windows.variant
)
SELECT
    verdict_of_happening(
        count(*) FILTER (times > 0), count(*), (SELECT count(DISTINCT seed) FROM windows)
    ) AS verdict,
    'largest mean window, connections and seeds: '
        || string_agg(variant_name(variant) || ' ' || times, ', ' ORDER BY times DESC, variant)
        || ' of ' || max(places) AS evidence
FROM counted
HAVING count(*) > 1
