-- reason: chance
-- claims: 54-large-packets-one-at-a-time
-- words: SACK's connections prefer it in turns, as said. Reno's do so on average, but less clearly: its runs differ by as much as leaves the limit of the correlation open.
SELECT 'correlation of both connections'' probability from 3 to 4, with 95 % intervals: ' || string_agg(
    variant_name(variant) || printf(' %.2f (%.2f to %.2f)', mean, ci_low, ci_high), ', ' ORDER BY variant
)
FROM points
WHERE study = 'ceas' AND scenario_set = 'two-flows' AND packet_bytes = 9000
    AND metric = 'ceas_preferences_correlation' AND subject = 'both' AND n >= fewest_runs()
