-- page: 5.1
-- statement: Every 20 ms of variable delay there is a stretch of about 6 or 7 ms at which flow 2 drops far below its share.
-- Read so: it gets less than 40 %.
SELECT
    CASE WHEN count(*) = 0 THEN 'does not hold' ELSE verdict_of(
        count(*) FILTER (width_ms BETWEEN 6 AND 7 AND coalesce(after_ms, 20) BETWEEN 19 AND 21),
        count(*)
    ) END AS verdict,
    'flow 2 is below 40 % at ' || coalesce(string_agg(
        printf('%.4g to %.4g ms (%.4g ms)', first_ms, last_ms, width_ms), ', ' ORDER BY first_ms
    ), 'no delay') AS evidence
FROM sync_stretches WHERE scenario_set = 'newreno'
HAVING newreno_at_each_ms()
