-- A point's values less those of its baseline, seed by seed: means with 95 % intervals by Student's
-- t of the paired differences.
CREATE TABLE differences AS
WITH paired AS (
    SELECT
        own.point, own.scenario, other.scenario AS baseline, own.metric, own.subject, own.unit,
        own.seed, own.value - other.value AS difference, other.value AS value
    FROM metrics AS own
    JOIN baselines USING (point)
    JOIN metrics AS other
        ON (other.point, other.metric, other.subject, other.seed)
        = (baselines.baseline, own.metric, own.subject, own.seed)
), counted AS (
    SELECT
        point, scenario, baseline, metric, subject, unit,
        CAST(count(*) AS INTEGER) AS n,
        avg(difference ORDER BY seed) AS mean,
        stddev_samp(difference ORDER BY seed) AS deviation,
        avg(value ORDER BY seed) AS mean_of_baseline
    FROM paired
    GROUP BY point, scenario, baseline, metric, subject, unit
)
SELECT
    point, scenario, baseline, metric, subject, n, mean, deviation,
    mean - quantile * deviation / sqrt(n) AS ci_low,
    mean + quantile * deviation / sqrt(n) AS ci_high,
    mean_of_baseline, unit
FROM counted LEFT JOIN student_t USING (n)
ORDER BY ALL;
