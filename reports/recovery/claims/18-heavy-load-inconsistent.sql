-- page: 24-25
-- statement: Under heavy load no variant is best throughout: on one connection Reno has the largest window, on another NewReno, on another SACK.
WITH largest AS (
    SELECT seed, subject, arg_max(variant, value) AS variant
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'recovery' AND scenario_set = 'load' AND load = 'heavy'
        AND metric = 'mean_cwnd_over_time'
    GROUP BY seed, subject HAVING count(*) = 3
), counted AS (
    SELECT variant, count(*) AS times FROM largest GROUP BY variant
)
SELECT
    verdict_of(count(*) - 1, CASE WHEN count(*) > 0 THEN 2 END) AS verdict,
    'largest mean window, connections times seeds: '
        || string_agg(variant_name(variant) || ' ' || times, ', ' ORDER BY times DESC, variant) AS evidence
FROM counted
