-- Mean windows of the senders under load.
SELECT variant, 1025 + CAST(regexp_extract(subject, '[.](\d+)$', 1) AS INTEGER) AS port,
       mean AS value, ci_low AS low, ci_high AS high, n, singles, scenario, metric, subject
FROM points
WHERE study = $study AND scenario_set = 'load' AND load = $load AND metric = 'mean_cwnd_over_time'
ORDER BY place_of(variant), port
