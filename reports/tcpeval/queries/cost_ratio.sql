-- Processor time of a run with the improved protocol over that of its pair with the baseline, on the
-- dumbbell without random losses: the geometric mean, and the ends of its 95 % interval.
WITH pairs AS (
    SELECT seed, queueing, ln(max(cpu_s) FILTER (protocol = $improved)
           / max(cpu_s) FILTER (protocol = $baseline)) AS ratio
    FROM runs JOIN scenarios USING (study, scenario)
    WHERE study = $study AND scenario_set = 'experiments' AND topology = 'dumbbell'
        AND packet_error_percent = 0
    GROUP BY seed, queueing HAVING ratio IS NOT NULL
)
SELECT exp(avg(ratio)) AS middle, exp(avg(ratio) - any_value(half)) AS low,
       exp(avg(ratio) + any_value(half)) AS high, count(*) AS n
FROM pairs CROSS JOIN (
    SELECT quantile * stddev_samp(ratio) / sqrt(count(*)) AS half
    FROM pairs JOIN student_t ON n = (SELECT count(*) FROM pairs) GROUP BY quantile
)
