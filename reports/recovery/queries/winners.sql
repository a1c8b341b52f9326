-- How often each variant has the largest window under load.
WITH largest AS (
    SELECT load, 1025 + CAST(regexp_extract(subject, '[.](\d+)$', 1) AS INTEGER) AS port, seed,
           arg_max(variant, value) AS variant
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = $study AND scenario_set = 'load' AND metric = 'mean_cwnd_over_time'
    GROUP BY ALL
)
SELECT load, port, count(*) FILTER (variant = 'reno') AS reno,
       count(*) FILTER (variant = 'sack') AS sack,
       count(*) FILTER (variant = 'newreno') AS newreno
FROM largest GROUP BY load, port ORDER BY load, port
