-- Every measure (metric of a subject in a scenario) of two sets, with its outcome:
--   equal          the same value in every run that both have; or the same mean, number of runs and
--                  deviation;
--   moved          the values differ without chance, or the 95 % interval of the difference excludes
--                  zero;
--   within chance  the values differ, and the interval includes zero;
--   too few runs   the values differ, and there are too few runs for an interval.
-- If at least five runs of both sets have the same seed, the interval is that of the differences run
-- by run (Student's; for metrics that are 0 or 1, Clopper's and Pearson's for the share of the runs
-- that differ). Otherwise it is made of the intervals of both means (MOVER: Zou and Donner, Statistics
-- in Medicine 27, 2008). docs/statistics.md has its coverage.
CREATE TABLE measures AS
WITH matched AS (
    SELECT
        scenario, metric, subject,
        count(*) AS pairs,
        avg(b.value - a.value ORDER BY seed) AS difference,
        stddev_samp(b.value - a.value ORDER BY seed) AS deviation,
        count(*) FILTER (b.value > a.value) AS risen,
        count(*) FILTER (b.value <> a.value) AS unlike,
        bool_and(a.value IS NOT DISTINCT FROM b.value) AS is_equal
    FROM set_a.metrics AS a JOIN set_b.metrics AS b USING (scenario, seed, metric, subject)
    GROUP BY scenario, metric, subject
), estimated AS (
    SELECT
        scenario, metric, subject,
        coalesce(b.unit, a.unit) AS unit,
        a.n AS n_a, b.n AS n_b,
        a.mean AS mean_a, b.mean AS mean_b,
        IF(a.is_exact, a.mean, a.ci_low) AS low_a, IF(a.is_exact, a.mean, a.ci_high) AS high_a,
        IF(b.is_exact, b.mean, b.ci_low) AS low_b, IF(b.is_exact, b.mean, b.ci_high) AS high_b,
        a.scenario IS NULL AS is_new,
        b.scenario IS NULL AS is_gone,
        coalesce(a.is_exact AND b.is_exact, false) AS is_exact,
        (a.mean, a.n, a.deviation) IS NOT DISTINCT FROM (b.mean, b.n, b.deviation) AS looks_equal
    FROM set_a.estimates AS a
    FULL JOIN set_b.estimates AS b USING (scenario, metric, subject)
), joined AS (
    SELECT
        estimated.* EXCLUDE (looks_equal),
        IF(matched.pairs IS NULL OR is_exact, looks_equal, matched.is_equal) AS is_equal,
        coalesce(matched.pairs >= fewest_runs(), false) AS is_paired,
        matched.* EXCLUDE (scenario, metric, subject, is_equal)
    FROM estimated
    LEFT JOIN matched USING (scenario, metric, subject)
), ends AS (
    SELECT
        joined.* EXCLUDE (difference, deviation, risen, unlike),
        IF(is_paired, joined.difference, mean_b - mean_a) AS difference,
        CASE WHEN is_exact THEN NULL
            WHEN is_paired AND "range" = '0 or 1' THEN (2 * shares.low - 1) * unlike / pairs
            WHEN is_paired THEN joined.difference - quantile * deviation / sqrt(pairs)
            ELSE mean_b - mean_a - sqrt((mean_b - low_b) ** 2 + (high_a - mean_a) ** 2)
            END AS low,
        CASE WHEN is_exact THEN NULL
            WHEN is_paired AND "range" = '0 or 1' THEN (2 * shares.high - 1) * unlike / pairs
            WHEN is_paired THEN joined.difference + quantile * deviation / sqrt(pairs)
            ELSE mean_b - mean_a + sqrt((high_b - mean_b) ** 2 + (mean_a - low_a) ** 2)
            END AS high
    FROM joined
    LEFT JOIN set_b.metric_definitions USING (metric)
    LEFT JOIN student_t ON student_t.n = pairs
    LEFT JOIN shares ON (shares.n, shares.successes) = (unlike, risen)
)
SELECT
    * EXCLUDE (is_new, is_gone, is_equal, is_exact, is_paired),
    CASE WHEN is_exact THEN 'exact' WHEN is_paired THEN 'run by run' ELSE 'means' END AS basis,
    CASE
        WHEN is_new THEN 'only in B'
        WHEN is_gone THEN 'only in A'
        WHEN is_equal THEN 'equal'
        WHEN is_exact THEN 'moved'
        WHEN low IS NULL OR high IS NULL OR NOT isfinite(high - low) THEN 'too few runs'
        WHEN low > 0 OR high < 0 THEN 'moved'
        ELSE 'within chance'
    END AS outcome,
    -- Relative to the larger value, so that a change from zero has a size: at most 2.
    abs(difference) / nullif(greatest(abs(mean_a), abs(mean_b)), 0) AS size
FROM ends
ORDER BY scenario, metric, subject;
