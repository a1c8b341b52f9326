-- page: 6.1
-- statement: Ten times the capacity changes nothing in how flows fall into step.
--
-- Read so: the period in the variable delay is the same within the error that it has in one sweep, by
-- differences of sweeps with the same seed.
WITH slow AS (
    SELECT seed, measured_ms, avg(measured_ms) OVER () AS mean_ms, avg(error_ms) OVER () AS margin
    FROM sync_periods WHERE sweep = 'newreno' AND seed IS NOT NULL
), periods AS (
    SELECT
        any_value(slow.mean_ms) AS slow_ms, avg(fast.measured_ms) AS fast_ms,
        any_value(margin) AS margin,
        interval_of(list(fast.measured_ms - slow.measured_ms ORDER BY seed), false) AS apart,
        count(*) AS sweeps
    FROM sync_periods AS fast JOIN slow USING (seed)
    WHERE fast.sweep = 'hybla-fine'
)
SELECT
    verdict_of_order(
        CAST(lies_within(apart, margin) AS INTEGER), CAST(lies_beyond(apart, margin) AS INTEGER), 1
    ) AS verdict,
    'the period in the variable delay is ' || printf('%.3f', slow_ms) || ' ms at 100 kb/s and '
        || printf('%.3f', fast_ms) || ' ms at 1000 kb/s, ' || difference_words(apart, 1)
        || ' ms, by ' || number_of(sweeps, 'sweep') || ' of single runs; the same within '
        || printf('%.2f', margin) || ' ms is asked for' AS evidence
FROM periods
WHERE sweeps > 0
