-- Mean over the replications of a scenario with its 95 % interval, and the interval in which a
-- further single run is expected with 95 % (prediction interval), both within what the quantity can
-- be (intervals.sql, limits.sql). A quantity that is 0 or 1 is counted: its interval is that of Clopper and
-- Pearson (1934), and there is no prediction. Intervals assume independent replications; fewer than
-- five have none, and are kept as single values. A run in which chance has no part is exact: it needs none.
CREATE TABLE estimates AS
WITH counted AS (
    SELECT
        study, scenario, metric, subject, unit,
        CAST(count(*) AS INTEGER) AS n,
        max(value) AS largest,
        avg(value ORDER BY seed) AS mean,
        stddev_samp(value ORDER BY seed) AS deviation,
        list(value ORDER BY seed) AS single
    FROM metrics
    GROUP BY study, scenario, metric, subject, unit
), told AS (
    SELECT
        counted.*, quantile, least,
        -- What was measured was possible, be it a few packets more than rate times time.
        least(
            most, CASE WHEN at_most IS NOT NULL THEN greatest(at_most, largest) END
        ) AS most,
        n = 1 AND NOT coalesce(is_random, true) AS is_exact,
        coalesce("range" = '0 or 1', false) AS is_counted,
        binomial.low AS counted_low,
        binomial.high AS counted_high
    FROM counted
    LEFT JOIN (SELECT study, scenario, is_random FROM scenarios) USING (study, scenario)
    LEFT JOIN (SELECT metric, "range" FROM metric_definitions) USING (metric)
    LEFT JOIN ranges USING ("range")
    LEFT JOIN limits USING (study, scenario, metric, subject)
    LEFT JOIN student_t USING (n)
    LEFT JOIN binomial
        ON (binomial.n, binomial.successes)
        = (counted.n, CAST(round(counted.n * counted.mean) AS BIGINT))
), ends AS (
    SELECT
        *,
        CASE WHEN is_counted THEN counted_low
            ELSE mean_end(-1, n, mean, deviation, quantile, least, most) END AS ci_low,
        CASE WHEN is_counted THEN counted_high
            ELSE mean_end(1, n, mean, deviation, quantile, least, most) END AS ci_high
    FROM told
)
SELECT
    study, scenario, metric, subject, n, mean, deviation, is_exact, ci_low, ci_high,
    CASE WHEN mean <> 0 THEN (ci_high - ci_low) / 2 / abs(mean) END AS relative_half_width,
    CASE WHEN NOT is_counted
        THEN single_end(-1, n, mean, deviation, quantile, least, most) END AS prediction_low,
    CASE WHEN NOT is_counted
        THEN single_end(1, n, mean, deviation, quantile, least, most) END AS prediction_high,
    CASE WHEN n < fewest_runs() AND NOT is_exact THEN single END AS singles,
    unit
FROM ends
ORDER BY ALL;
