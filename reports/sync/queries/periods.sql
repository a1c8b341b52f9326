-- Periods in the shares, predicted and measured.
SELECT
    CASE sweep WHEN 'newreno' THEN 'NewReno, 100 kb/s, steps of 1 ms'
        WHEN 'hybla' THEN 'Hybla, 1000 kb/s, steps of 1 ms'
        ELSE 'Hybla, 1000 kb/s, fine steps' END AS sweep,
    packet_ms, predicted_ms, measured_ms, error_ms, measured_ms - predicted_ms AS apart,
    explained_percent, points, between_stretches_ms
FROM sync_periods WHERE seed IS NULL ORDER BY packet_ms DESC, sweep
