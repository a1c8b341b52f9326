-- Processor time of a run with the improved protocol over that of its pair with the baseline, on the
-- dumbbell without random losses: the geometric mean of the pairs, the least and the largest.
WITH pairs AS (
    SELECT seed, queueing, ln(max(cpu_s) FILTER (protocol = $improved)
           / max(cpu_s) FILTER (protocol = $baseline)) AS ratio
    FROM runs JOIN scenarios USING (study, scenario)
    WHERE study = $study AND scenario_set = 'experiments' AND topology = 'dumbbell'
        AND packet_error_percent = 0
    GROUP BY seed, queueing HAVING ratio IS NOT NULL
)
SELECT exp(avg(ratio)) AS middle, exp(min(ratio)) AS least, exp(max(ratio)) AS largest, count(*) AS n
FROM pairs
