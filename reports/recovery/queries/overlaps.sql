-- In how many cases under load all variants' intervals overlap, in words.
SELECT CASE
    WHEN count(low) = 0 THEN 'there are too few here for an interval'
    ELSE 'the three 95% intervals have a common value in ' || count(*) FILTER (low <= high)
        || ' of ' || count(*) || ' cases above'
END
FROM (
    SELECT max(ci_low) AS low, min(ci_high) AS high FROM points
    WHERE study = $study AND scenario_set = 'load' AND metric = 'mean_cwnd_over_time'
    GROUP BY load, subject
)
