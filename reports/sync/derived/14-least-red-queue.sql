-- table: estimates
-- title: Least RED queue without starvation
-- unit: packets
-- range: from 0
-- expects: a single sweep
-- definition: From this limit of the RED queue on neither flow gets less than 10 % at any delay up to 65 ms: mean over sweeps of single runs.
-- source: B. Baesjou's report (2005), section 6.2.4; 10 % is ours
-- The text looked at one sweep of single runs.
SELECT
    'least' AS subject, mean AS value, sweeps AS n, deviation,
    single_end(-1, sweeps, mean, deviation, quantile, 0, NULL) AS prediction_low,
    single_end(1, sweeps, mean, deviation, quantile, 0, NULL) AS prediction_high
FROM (
    SELECT avg(least) AS mean, stddev_samp(least) AS deviation, count(*) AS sweeps
    FROM sync_red_sweeps
)
LEFT JOIN student_t ON n = sweeps
WHERE sweeps > 0
