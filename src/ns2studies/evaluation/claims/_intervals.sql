-- Macros for the claims of several studies. They judge each case (a rate, level or variant) by
-- 95 % intervals over the replications.

-- The end of an interval: infinite below five random runs; the mean itself if it is exact.
CREATE OR REPLACE TEMP MACRO low_end(n, ci_low, mean, is_exact) AS
    CASE WHEN is_exact THEN mean WHEN n >= fewest_runs() THEN coalesce(ci_low, '-infinity')
        ELSE '-infinity' END;

CREATE OR REPLACE TEMP MACRO high_end(n, ci_high, mean, is_exact) AS
    CASE WHEN is_exact THEN mean WHEN n >= fewest_runs() THEN coalesce(ci_high, 'infinity')
        ELSE 'infinity' END;

CREATE OR REPLACE TEMP MACRO variant_name(variant_key) AS
    CASE variant_key WHEN 'reno' THEN 'Reno' WHEN 'newreno' THEN 'NewReno' WHEN 'sack' THEN 'SACK'
        ELSE coalesce(variant_key, '') END;

CREATE OR REPLACE TEMP MACRO routing_name(routing_key) AS
    CASE routing_key WHEN 'link-state' THEN 'LSRP' WHEN 'distance-vector' THEN 'DVR' ELSE 'CEAS' END;

-- Convert a subject, such as "flow2 whole", to a name: "connection 2".
CREATE OR REPLACE TEMP MACRO flow_name(subject) AS
    'connection ' || regexp_extract(subject, '^flow(\d+)', 1);

-- A number without an exponent, for evidence.
CREATE OR REPLACE TEMP MACRO readable(value) AS
    CASE WHEN abs(value) >= 10000 THEN printf('%.0f', CAST(value AS DOUBLE))
        ELSE short(CAST(value AS DOUBLE)) END;

-- Words for the number of open cases, which neither support nor contradict a claim.
CREATE OR REPLACE TEMP MACRO open_words(cases) AS
    CASE WHEN cases > 0 THEN ', open in ' || cases ELSE '' END;

CREATE OR REPLACE TEMP MACRO order_words(said, against, cases) AS
    'clearly so in ' || said || ' of ' || cases || ' cases, clearly the other way in ' || against
        || open_words(cases - said - against);

-- One value minus a multiple of the other, run by run, for two rows with mean, is_exact and runs. An
-- exact value is combined with each run of the other row.
CREATE OR REPLACE TEMP MACRO paired_values(one, other, times) AS
    CASE
        WHEN other.is_exact THEN list_transform(
            map_values(one.runs), LAMBDA value: value - times * other.mean
        )
        WHEN one.is_exact THEN list_transform(
            map_values(other.runs), LAMBDA value: one.mean - times * value
        )
        ELSE list_transform(
            list_filter(map_keys(one.runs), LAMBDA seed: map_contains(other.runs, seed)),
            LAMBDA seed: one.runs[seed] - times * other.runs[seed]
        ) END;

-- Mean of a list of values, one for each run, with the ends of its interval. Intermediate results are
-- elements of lists, since a macro copies its arguments to each place of use; planning these copies
-- took most of the time of a claim.
CREATE OR REPLACE TEMP MACRO interval_of(found, is_exact) AS
    list_transform(
        list_transform(
            [{ runs: found, quantiles: (SELECT quantiles FROM student_quantiles) }],
            LAMBDA it: {
                n: len(it.runs), mean: list_avg(it.runs),
                half: it.quantiles[len(it.runs)] * list_stddev_samp(it.runs) / sqrt(len(it.runs))
            }
        ),
        LAMBDA it: {
            n: it.n, mean: it.mean,
            low: low_end(it.n, it.mean - it.half, it.mean, is_exact),
            high: high_end(it.n, it.mean + it.half, it.mean, is_exact)
        }
    )[1];

-- Difference of two rows, run by run: the interval of one minus a multiple of the other.
CREATE OR REPLACE TEMP MACRO contrast(one, other, times) AS
    interval_of(paired_values(one, other, times), one.is_exact AND other.is_exact);

-- "1.6 (0.7 to 2.6)": a mean and its interval as words for evidence, converted by a factor.
CREATE OR REPLACE TEMP MACRO mean_words(found, factor) AS
    list_transform(
        [found],
        LAMBDA it: coalesce(readable(it.mean * factor), '–')
            || CASE WHEN it.low = it.high THEN ''
                WHEN isinf(it.low) OR isinf(it.high) THEN ' (too few runs for an interval)'
                ELSE ' (' || readable(it.low * factor) || ' to ' || readable(it.high * factor) || ')'
            END
    )[1];

-- "+1.6 (0.7 to 2.6)": the same for a difference.
CREATE OR REPLACE TEMP MACRO difference_words(apart, factor) AS
    IF(apart.mean > 0, '+', '') || mean_words(apart, factor);

-- For two nonnegative rows of which one is zero in all runs: p-value of R. Fisher's exact test, on the numbers
-- of runs that are zero and that are not. It is the probability that all nonzero runs fall to the other row
-- by chance.
CREATE OR REPLACE TEMP MACRO chance_of_zeros(seen, runs, zeros) AS
    list_product(list_transform(
        range(CAST(seen AS BIGINT)), LAMBDA place: (runs - place) / (runs + zeros - place)
    ));

CREATE OR REPLACE TEMP MACRO seen_runs(one) AS
    len(list_filter(map_values(one.runs), LAMBDA value: value <> 0));

CREATE OR REPLACE TEMP MACRO is_zero(one) AS
    list_min(map_values(one.runs)) = 0 AND list_max(map_values(one.runs)) = 0;

-- Whether one row is zero in all runs, and not by chance; an exact zero needs no test.
CREATE OR REPLACE TEMP MACRO is_zero_beside(one, other) AS
    is_zero(one) AND (
        one.is_exact
        OR coalesce(chance_of_zeros(
            round(seen_runs(other) * runs_then(other.n) / other.n),
            runs_then(other.n), runs_then(one.n)
        ), 1) <= (SELECT tail FROM normal)
    );

-- The same for nonnegative values. Compared with a row that is clearly zero in all runs, a row keeps its own
-- interval, which stays above zero; Student's would reach below zero where runs vary much.
CREATE OR REPLACE TEMP MACRO rise(one, other) AS
    CASE WHEN is_zero_beside(other, one)
        THEN { n: CAST(one.n AS BIGINT), mean: one.mean, low: one.low, high: one.high }
        ELSE contrast(one, other, 1) END;

-- For claims that a remedy ends something: the value with it minus the most that may remain, a tenth of the
-- value without it. The texts give no number. Rows are as in rise. If the value with the remedy is clearly zero
-- in all runs, the interval of the value without it is used.
CREATE OR REPLACE TEMP MACRO left_at_most() AS 0.1;

CREATE OR REPLACE TEMP MACRO left_over(remaining, plain) AS
    CASE WHEN is_zero_beside(remaining, plain)
        THEN {
            n: CAST(plain.n AS BIGINT), mean: -left_at_most() * plain.mean,
            low: -left_at_most() * plain.high, high: -left_at_most() * plain.low
        }
        ELSE contrast(remaining, plain, left_at_most()) END;

CREATE OR REPLACE TEMP MACRO left_words(said, against, cases) AS
    'at most ' || readable(100 * left_at_most()) || ' % of what there is without it: '
        || order_words(said, against, cases);

-- A statement that values are alike: they are if the whole interval of their difference
-- lies within the margin that the claim names, and are not if all of it lies beyond (two one-sided
-- tests: D. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987).
CREATE OR REPLACE TEMP MACRO lies_within(apart, margin) AS
    list_transform([apart], LAMBDA it: it.low >= -margin AND it.high <= margin)[1];

CREATE OR REPLACE TEMP MACRO lies_beyond(apart, margin) AS
    list_transform([apart], LAMBDA it: it.low > margin OR it.high < -margin)[1];

-- The margin is a part of the mean of both means.
CREATE OR REPLACE TEMP MACRO are_alike(one, other, percent) AS
    lies_within(contrast(one, other, 1), percent / 200 * (one.mean + other.mean));

CREATE OR REPLACE TEMP MACRO are_apart(one, other, percent) AS
    lies_beyond(contrast(one, other, 1), percent / 200 * (one.mean + other.mean));

CREATE OR REPLACE TEMP MACRO alike_words(alike, apart, cases) AS
    'alike in ' || alike || ' of ' || cases || ' cases, clearly apart in ' || apart
        || open_words(cases - alike - apart);
