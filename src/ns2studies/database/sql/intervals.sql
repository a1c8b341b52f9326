-- Replications below which there is no interval: Student's quantiles are so large there, and a
-- deviation so uncertain, that it would tell of the method and not of the runs. What-if results with more
-- runs count those that a scenario would have (what_if.py).
CREATE OR REPLACE TEMP MACRO fewest_runs() AS coalesce(getvariable('fewest_runs'), 5);

-- The replications of a scenario that has n: as many, but with more runs in what-if results.
CREATE OR REPLACE TEMP MACRO runs_then(n) AS greatest(
    n + coalesce(getvariable('more_runs'), 0), coalesce(getvariable('runs_at_least'), 0)
);

-- An end of the interval around a mean (sign -1: the lower one, +1: the upper one), within what the
-- quantity can be. half is half of Student's interval: quantile times standard error. It is laid
-- out on the scale on which the quantity has no end: as it is (no bounds), by its logarithm (a
-- least value), or by its logit (a least and a largest one); the standard error goes there by the
-- delta method. Without scatter, but for that of rounding, there is nothing to lay out.
-- docs/statistics.md has the coverage.
CREATE OR REPLACE TEMP MACRO interval_end(sign, mean, half, least, most) AS
    CASE
        WHEN half <= 1e-12 * abs(mean) THEN mean
        WHEN least IS NULL THEN mean + sign * half
        WHEN most IS NULL THEN least + (mean - least) * exp(sign * half / (mean - least))
        ELSE least + (most - least) / (
            1 + (most - mean) / (mean - least)
                * exp(-sign * half * (most - least) / ((mean - least) * (most - mean)))
        )
    END;

-- The same for n replications with a standard deviation; NULL if they are too few.
CREATE OR REPLACE TEMP MACRO mean_end(sign, n, mean, deviation, quantile, least, most) AS
    CASE WHEN n >= fewest_runs()
        THEN interval_end(sign, mean, quantile * deviation / sqrt(n), least, most) END;

-- The logarithm of the ratio of two means, as a value of each pair of runs that they are made of.
-- The mean of these values is that logarithm, and Student's interval for it that of the delta
-- method. A mean of the pairs' own ratios would find a gain in noise alone, and their logarithms
-- know no zero. NULL where one of the means is not above zero.
CREATE OR REPLACE TEMP MACRO log_ratios(ones, others) AS
    list_transform(
        [{ ones: ones, others: others, one: list_avg(ones), other: list_avg(others) }],
        LAMBDA it: CASE WHEN it.one > 0 AND it.other > 0 THEN list_transform(
            list_zip(it.ones, it.others),
            LAMBDA pair: ln(it.one / it.other) + pair[1] / it.one - pair[2] / it.other
        ) END
    )[1];

-- An end of the interval of that ratio; NULL if the pairs are too few.
CREATE OR REPLACE TEMP MACRO ratio_end(sign, logarithms, quantile) AS
    CASE WHEN len(logarithms) >= fewest_runs() THEN exp(
        list_avg(logarithms)
            + sign * quantile * list_stddev_samp(logarithms) / sqrt(len(logarithms))
    ) END;

-- An end of the interval in which a further single run is expected.
CREATE OR REPLACE TEMP MACRO single_end(sign, n, mean, deviation, quantile, least, most) AS
    CASE WHEN n >= fewest_runs()
        THEN interval_end(sign, mean, quantile * deviation * sqrt(1 + 1 / n), least, most) END;

-- An end of an interval around a deviation, by a factor that is right for normal values. Deviations of
-- values with long tails differ more: the logarithm's variance grows with the excess kurtosis (M.
-- Layard, Journal of the American Statistical Association 68, 1973), so that the factor gets a power.
CREATE OR REPLACE TEMP MACRO deviation_end(deviation, factor, kurtosis) AS
    deviation * pow(factor, sqrt(1 + greatest(coalesce(kurtosis, 0), 0) / 2));

-- "12.3 to 14.5", or one number where both read the same.
CREATE OR REPLACE TEMP MACRO span(low, high) AS
    CASE WHEN printf('%.3g', low) = printf('%.3g', high) THEN printf('%.3g', low)
    ELSE printf('%.3g to %.3g', low, high) END;

-- "12.3" without needless digits, for evidence.
CREATE OR REPLACE TEMP MACRO short(value) AS printf('%.4g', value);
