-- Below so many replications there is no interval: Student's quantiles are so large there, and a
-- deviation so uncertain, that it would tell of the method and not of the runs.
CREATE OR REPLACE TEMP MACRO fewest_runs() AS 5;

-- For how many replications a claim about precision is judged: the present ones, but where it is
-- asked what more of them would do (prospects.py).
CREATE OR REPLACE TEMP MACRO runs_then(n) AS n;

-- An end of the interval around a mean (sign -1: the lower one, +1: the upper one), within what the
-- quantity can be. half is half of Student's interval: quantile times standard error. It is laid
-- out on the scale on which the quantity has no end: as it is (no bounds), by its logarithm (a
-- least value), or by its logit (a least and a largest one); the standard error goes there by the
-- delta method. Without scatter there is nothing to lay out. docs/statistics.md has the coverage.
CREATE OR REPLACE TEMP MACRO interval_end(sign, mean, half, least, most) AS
    CASE
        WHEN half = 0 THEN mean
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

-- How likely, in per cent, an outcome may be that none of n runs has shown: with a larger probability,
-- at least one of them had shown it in 95 % of all cases.
CREATE OR REPLACE TEMP MACRO unseen_percent(n) AS
    CAST(ceil(100 * (1 - pow(0.05, 1 / n))) AS INTEGER);

-- From so many runs on that are all alike, that is 5 % or less.
CREATE OR REPLACE TEMP MACRO alike_runs() AS 59;

-- A value in units of its last printed digit, as an integer.
CREATE OR REPLACE TEMP MACRO as_units(value, decimals) AS
    CAST(round(value * pow(10, decimals)) AS BIGINT);

-- The same for a value of ours, which the study would have rounded or cut off. The small
-- summand keeps a value that is a whole number of units from falling below it in binary.
CREATE OR REPLACE TEMP MACRO as_printed(value, decimals, rounding) AS
    CASE rounding
        WHEN 'truncate' THEN CAST(floor(value * pow(10, decimals) + 1e-9) AS BIGINT)
        ELSE as_units(value, decimals)
    END;

CREATE OR REPLACE TEMP MACRO difference(published, ours) AS
    CASE WHEN published = 0 THEN printf('ours differs by %+.4g', ours)
    ELSE printf('ours differs by %+.4g (%+.3g %%)',
        ours - published, 100 * (ours - published) / published) END;

-- A claim about several cases: does it hold in all, some or none of them? NULL without cases.
CREATE OR REPLACE TEMP MACRO verdict_of(holding, cases) AS
    CASE WHEN holding = cases AND cases > 0 THEN 'holds' WHEN holding > 0 THEN 'holds in part'
    WHEN cases > 0 THEN 'does not hold' END;

-- The same where each case in which it does not hold is the other way: more than half of them refute.
CREATE OR REPLACE TEMP MACRO verdict_of_each(holding, cases) AS
    CASE WHEN 2 * holding < cases THEN 'does not hold' ELSE verdict_of(holding, cases) END;

-- "12.3 to 14.5", or one number where both read the same.
CREATE OR REPLACE TEMP MACRO span(low, high) AS
    CASE WHEN printf('%.3g', low) = printf('%.3g', high) THEN printf('%.3g', low)
    ELSE printf('%.3g to %.3g', low, high) END;

-- "12.3" without needless digits, for evidence.
CREATE OR REPLACE TEMP MACRO short(value) AS printf('%.4g', value);
