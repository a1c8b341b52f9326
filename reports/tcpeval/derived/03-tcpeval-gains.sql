-- table: tcpeval_gains
-- title: What a protocol gains over the baseline
-- unit: % and the quantity's own
-- definition: A quantity of a protocol beside that of the baseline (a key of the configuration) in the run with the same topology, queueing, packet error rate and replication number, which has the same start times and web requests. gain (%) is the geometric mean of the ratios of such pairs, less one, with the 95 % interval of the mean logarithm (Student's t); there is none where a value is not above 0. difference is the mean difference of the pairs, with its interval.
-- source: the study of SACK PR, section 5.1 and Figure 8, whose own calculation is not printed
-- reference: yes
-- A mean of ratios would find a gain in noise alone: of two protocols that do the same, the mean
-- ratio is above 1. Their mean logarithm is 0, and changes its sign if they change places.
WITH baselines AS (
    SELECT configuration ->> '$.baseline' AS baseline FROM studies WHERE study = 'tcpeval'
), compared AS (
    -- Scenarios of several sets may share these runs.
    SELECT
        min(scenario) AS baseline_scenario, baseline, topology, queueing, packet_error_percent,
        seed, quantity, value AS of_baseline
    FROM tcpeval_quantities JOIN baselines ON protocol = baseline
    GROUP BY ALL
), pairs AS (
    SELECT
        *,
        value - of_baseline AS apart,
        CASE WHEN value > 0 AND of_baseline > 0 THEN ln(value / of_baseline) END AS ratio
    FROM tcpeval_quantities
    JOIN compared USING (topology, queueing, packet_error_percent, seed, quantity)
    WHERE protocol <> baseline
), counted AS (
    SELECT
        scenario, min(baseline_scenario) AS baseline_scenario, scenario_set, topology, queueing,
        protocol, baseline, packet_error_percent, quantity,
        CAST(count(*) AS INTEGER) AS n,
        avg(value ORDER BY seed) AS mean,
        avg(of_baseline ORDER BY seed) AS baseline_mean,
        avg(apart ORDER BY seed) AS difference,
        stddev_samp(apart ORDER BY seed) AS deviation,
        CASE WHEN count(ratio) = count(*) THEN avg(ratio ORDER BY seed) END AS middle,
        stddev_samp(ratio ORDER BY seed) AS ratio_deviation
    FROM pairs
    GROUP BY ALL
), widths AS (
    SELECT
        *,
        -- A difference of shares ends where that of the shares themselves does.
        CASE WHEN ends_with(quantity, '_percent') THEN 100
            WHEN ends_with(quantity, '_fairness') OR quantity = 'converged' THEN 1 END AS largest,
        CASE WHEN n >= fewest_runs() THEN quantile * ratio_deviation / sqrt(n) END AS ratio_half
    FROM counted LEFT JOIN student_t USING (n)
)
SELECT
    scenario, baseline_scenario, scenario_set, topology, queueing, protocol, baseline,
    packet_error_percent, quantity, n,
    mean, baseline_mean,
    100 * (exp(middle) - 1) AS gain,
    100 * (exp(middle - ratio_half) - 1) AS gain_low,
    100 * (exp(middle + ratio_half) - 1) AS gain_high,
    difference,
    mean_end(-1, n, difference, deviation, quantile, -largest, largest) AS difference_low,
    mean_end(1, n, difference, deviation, quantile, -largest, largest) AS difference_high
FROM widths
ORDER BY ALL
