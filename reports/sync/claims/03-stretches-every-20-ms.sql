-- page: 5.1
-- statement: Every 20 ms of variable delay there is a stretch of about 6 or 7 ms at which flow 2 loses.
SELECT
    verdict_of(
        count(*) FILTER (width_ms BETWEEN 6 AND 7 AND coalesce(after_ms, 20) BETWEEN 19 AND 21),
        count(*)
    ) AS verdict,
    'flow 2 is below 40 % at ' || string_agg(
        short(first_ms) || ' to ' || short(last_ms) || ' ms', ', ' ORDER BY first_ms
    ) AS evidence
FROM sync_stretches WHERE scenario_set = 'newreno' AND newreno_at_each_ms()
HAVING count(*) > 1
