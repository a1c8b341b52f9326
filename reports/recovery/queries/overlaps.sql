-- In how many cases under load all variants' intervals overlap, in words.
SELECT count(*) FILTER (low <= high) || ' of ' || count(*)
FROM (
    SELECT max(ci_low) AS low, min(ci_high) AS high FROM points
    WHERE study = $study AND scenario_set = 'load' AND metric = 'mean_cwnd_over_time'
    GROUP BY load, subject
)
