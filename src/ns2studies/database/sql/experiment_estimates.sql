-- Means over the replications of a point, with 95 % intervals by Student's t; one run has none.
CREATE TABLE estimates AS
WITH counted AS (
    SELECT
        point, scenario, metric, subject, unit,
        CAST(count(*) AS INTEGER) AS n,
        avg(value ORDER BY seed) AS mean,
        stddev_samp(value ORDER BY seed) AS deviation
    FROM metrics
    GROUP BY point, scenario, metric, subject, unit
)
SELECT
    point, scenario, metric, subject, n, mean, deviation,
    point IN (FROM without_chance) AS is_exact,
    mean - quantile * deviation / sqrt(n) AS ci_low,
    mean + quantile * deviation / sqrt(n) AS ci_high,
    unit
FROM counted LEFT JOIN student_t USING (n)
ORDER BY ALL;
