-- page: iii
-- statement: All in all SACK performs better than Reno and NewReno.
--
-- Better in some downloads and worse in none would hold; better in some and worse in others holds
-- in part. Losses in slow start are left out, as in all statements: the text has windows reach
-- congestion avoidance first.
WITH responses AS (
    SELECT scenario_set || coalesce(lost, '') || coalesce(first_packet, 0)
            || coalesce(spacing, 0) || coalesce(from_s, 0) || coalesce(outage_s, 0)
            || coalesce(offset_s, 0) AS download,
        max(mean) FILTER (variant = 'sack') AS sack,
        min(mean) FILTER (variant <> 'sack') AS best_other
    FROM points JOIN (SELECT study, scenario, parameters FROM scenarios) USING (study, scenario)
    WHERE study = 'recovery' AND metric = 'response_time' AND subject = 'flow1' AND choice IS NULL
        AND after_slow_start(first_packet, parameters)
        AND coalesce(from_s > slow_start_ends_s(), true)
    GROUP BY download HAVING count(*) = 3
), counted AS (
    SELECT
        count(*) AS downloads,
        count(*) FILTER (sack < best_other - 0.001) AS faster,
        count(*) FILTER (sack > best_other + 0.001) AS slower,
        greatest(max(best_other - sack), 0) AS ahead_s,
        greatest(max(sack - best_other), 0) AS behind_s
    FROM responses
)
SELECT
    CASE WHEN faster > 0 AND slower = 0 THEN 'confirmed' WHEN faster > 0 THEN 'partly'
        WHEN downloads > 0 THEN 'refuted' END AS verdict,
    'of ' || downloads || ' downloads SACK is faster than both others in ' || faster
        || printf(', by up to %.2f s, and slower than one of them in ', ahead_s) || slower
        || printf(', by up to %.2f s', behind_s) AS evidence
FROM counted
