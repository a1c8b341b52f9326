-- Mean over the replications of a scenario with its 95 % interval (Student's t), and the
-- interval in which a further single run is expected with 95 % (prediction interval). The
-- intervals assume independent, roughly normal replications; with one there is none.
CREATE TABLE estimates AS
SELECT
    study, scenario, metric, subject, n, mean,
    CASE WHEN n > 1 THEN mean - half_width END AS ci_low,
    CASE WHEN n > 1 THEN mean + half_width END AS ci_high,
    CASE WHEN n > 1 AND mean <> 0 THEN half_width / abs(mean) END AS relative_half_width,
    CASE WHEN n > 1 THEN mean - half_width * sqrt(n + 1) END AS prediction_low,
    CASE WHEN n > 1 THEN mean + half_width * sqrt(n + 1) END AS prediction_high,
    unit
FROM (
    SELECT
        study, scenario, metric, subject, unit,
        CAST(count(*) AS INTEGER) AS n,
        avg(value ORDER BY seed) AS mean,
        CASE WHEN count(*) > 1
            THEN quantile * stddev_samp(value ORDER BY seed) / sqrt(count(*))
        END AS half_width
    FROM metrics
    JOIN (
        SELECT study, scenario, metric, subject, count(*) AS size
        FROM metrics GROUP BY ALL
    ) USING (study, scenario, metric, subject)
    LEFT JOIN student_t ON student_t.n = size
    GROUP BY study, scenario, metric, subject, unit, quantile
)
ORDER BY ALL;
