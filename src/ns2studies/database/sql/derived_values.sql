-- Values that a study derives from many runs together, as estimates without a scenario. Without a
-- number of replications they are exact. Their intervals are those of a mean, if there is the
-- deviation of single replications, or what the query itself gives for five replications or more.
INSERT INTO estimates BY NAME
SELECT
    $study AS study,
    '' AS scenario,
    $metric AS metric,
    subject,
    coalesce(derived_values.n, 1)::INTEGER AS n,
    value::DOUBLE AS mean,
    deviation,
    derived_values.n IS NULL AS is_exact,
    CASE WHEN derived_values.n >= fewest_runs() THEN
        coalesce(ci_low, mean_end(-1, derived_values.n, value, deviation, quantile, $least, $most))
    END AS ci_low,
    CASE WHEN derived_values.n >= fewest_runs() THEN
        coalesce(ci_high, mean_end(1, derived_values.n, value, deviation, quantile, $least, $most))
    END AS ci_high,
    CASE WHEN derived_values.n >= fewest_runs() THEN prediction_low END AS prediction_low,
    CASE WHEN derived_values.n >= fewest_runs() THEN prediction_high END AS prediction_high,
    $unit AS unit
FROM derived_values
LEFT JOIN student_t USING (n)
