-- page: 6.1
-- statement: Ten times the capacity changes nothing in how flows fall into step.
--
-- Read so: the period in the variable delay is the same within the error that it has in one sweep, by
-- differences of sweeps with the same seed.
WITH periods AS (
    SELECT
        avg(slow.measured_ms) AS slow_ms, avg(fast.measured_ms) AS fast_ms,
        avg(slow.error_ms) AS margin,
        interval_of(list(fast.measured_ms - slow.measured_ms ORDER BY seed), false) AS apart,
        count(*) AS sweeps
    FROM sync_periods AS fast JOIN sync_periods AS slow USING (seed)
    WHERE fast.sweep = 'hybla-fine' AND slow.sweep = 'newreno'
)
SELECT
    verdict_of_alike(
        CAST(lies_within(apart, margin) AS INTEGER), CAST(lies_beyond(apart, margin) AS INTEGER), 1
    ) AS verdict,
    'the period in the variable delay is ' || printf('%.2f', slow_ms) || ' ms at 100 kb/s and '
        || printf('%.3f', fast_ms) || ' ms at 1000 kb/s, ' || difference_words(apart, 1)
        || ' ms, by ' || number_of(sweeps, 'sweep') || ' of single runs' AS evidence
FROM periods
WHERE sweeps > 0
