-- page: 6.1
-- statement: Ten times the capacity changes nothing in how flows fall into step.
SELECT
    CASE WHEN abs(fast.measured_ms - slow.measured_ms) < slow.error_ms THEN 'holds'
        ELSE 'does not hold' END AS verdict,
    'the period in the variable delay is ' || printf('%.2f', slow.measured_ms) || ' ms at 100 kb/s and '
        || printf('%.3f', fast.measured_ms) || ' ms at 1000 kb/s' AS evidence
FROM sync_periods AS fast, sync_periods AS slow
WHERE fast.sweep = 'hybla-fine' AND slow.sweep = 'newreno'
