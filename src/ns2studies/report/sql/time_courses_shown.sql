-- The time courses of a few runs.
SELECT scenario, seed, series, subject, time_s, value
FROM time_courses JOIN runs USING (run_id)
ORDER BY ALL
