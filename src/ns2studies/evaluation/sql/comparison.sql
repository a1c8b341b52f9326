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

-- What is off by so many per cent at most is called close.
CREATE OR REPLACE TEMP MACRO close_percent() AS 2;

-- A number of per cent with two digits that count.
CREATE OR REPLACE TEMP MACRO percent_words(value) AS
    CASE WHEN value >= 9.95 THEN printf('%.0f %%', value)
        WHEN value >= 0.995 THEN printf('%.1f %%', value)
        WHEN value >= 0.01 THEN printf('%.2f %%', value)
        ELSE 'less than 0.01 %' END;

CREATE OR REPLACE TEMP MACRO difference(published, ours) AS
    CASE WHEN published = 0 THEN printf('ours differs by %+.4g', ours)
    ELSE printf('ours differs by %+.4g (%+.3g %%)',
        ours - published, 100 * (ours - published) / published) END;

-- Every printed cell beside ours. Without chance two values are equal if they agree in every printed
-- digit, after the rounding that the study used; nothing else counts as identical. With chance, and from
-- five replications on:
--   a printed single run agrees if it lies where 95 % of single runs are expected (prediction), as
--   these would be printed, and so does what a study derives of several runs, such as a deviation;
--   a printed mean over several runs agrees if zero is in the 95 % interval of the difference of both
--   means, as these would be printed, with the printed deviation of single runs, else with ours for
--   both (Welch 1947).
-- Runs that are all alike contradict a printed value once they are so many that another outcome is rare.
-- docs/statistics.md defines the verdicts.
CREATE TABLE comparison AS
WITH joined AS (
    SELECT
        p.*,
        e.mean * p.scale AS ours,
        e.ci_low * p.scale AS ci_low,
        e.ci_high * p.scale AS ci_high,
        e.prediction_low * p.scale AS prediction_low,
        e.prediction_high * p.scale AS prediction_high,
        e.n,
        e.is_exact,
        e.deviation * p.scale AS deviation,
        r.mean * p.scale AS replayed,
        m.because,
        f.because AS fitted_because,
        means.runs AS printed_runs,
        means.deviation AS printed_deviation,
        dependent.because AS together,
        coalesce(d.expects, 'a single run') AS expects,
        coalesce(d.by_configuration, false) AS by_configuration
    FROM published AS p
    LEFT JOIN estimates AS e
        ON (e.study, e.scenario, e.metric, e.subject)
        = (p.study, p.scenario, p.metric, p.subject)
    LEFT JOIN estimates AS r
        ON (r.study, r.scenario, r.metric, r.subject)
        = (p.study, p.replayed_scenario, p.metric, p.subject)
    LEFT JOIN (SELECT metric, expects, by_configuration FROM metric_definitions) AS d
        ON d.metric = p.metric
    LEFT JOIN misprints AS m
        ON (m.study, m.item, m.row, m."column") = (p.study, p.item, p.row, p."column")
    LEFT JOIN fitted AS f
        ON (f.study, f.item, f.row, f."column") = (p.study, p.item, p.row, p."column")
    LEFT JOIN dependent_cells AS dependent
        ON (dependent.study, dependent.item, dependent.row, dependent."column")
        = (p.study, p.item, p.row, p."column")
    LEFT JOIN printed_means AS means
        ON (means.study, means.item, means.row, means."column")
        = (p.study, p.item, p.row, p."column")
), errors AS (
    SELECT
        *,
        -- No interval tells how certain it is what random numbers did not change in so many runs.
        NOT is_exact AND n >= fewest_runs() AND coalesce(deviation = 0, false)
            AND printed_deviation IS NULL AS is_alike,
        deviation ** 2 / n AS own_part,
        coalesce(printed_deviation, deviation) ** 2 / printed_runs AS printed_part
    FROM joined
), widths AS (
    SELECT
        errors.*,
        -- Half of the interval of the difference of both means.
        CASE WHEN errors.n >= fewest_runs()
            THEN student_t.quantile * sqrt(own_part + printed_part) END AS difference_half
    FROM errors
    LEFT JOIN student_t ON student_t.n = 1 + CASE
        WHEN printed_deviation IS NULL THEN errors.n - 1
        -- More degrees of freedom than there are quantiles for make next to no difference.
        ELSE least((SELECT max(n) - 1 FROM student_t), CAST(floor(
            (own_part + printed_part) ** 2
                / nullif(own_part ** 2 / (errors.n - 1) + printed_part ** 2 / (printed_runs - 1), 0)
        ) AS INTEGER)) END
), judged AS (
    SELECT
        *,
        coalesce(
            is_exact AND as_printed(ours, decimals, rounding) = as_units(published, decimals),
            false
        ) AS is_equal,
        coalesce(as_printed(replayed, decimals, rounding) = as_units(published, decimals),
            false) AS is_equal_replayed,
        as_units(published, decimals) BETWEEN
            as_printed(coalesce(ours - difference_half, prediction_low), decimals, rounding)
            AND as_printed(coalesce(ours + difference_half, prediction_high), decimals, rounding)
            AS is_expected
    FROM widths
), decided AS (
    SELECT
        *,
        is_exact OR n >= fewest_runs() AS has_interval,
        coalesce(is_alike AND NOT is_expected AND n < alike_runs(), false) AS may_be_another,
        100 * abs(ours - published) / nullif(abs(published), 0) AS off_percent
    FROM judged
)
SELECT
    study,
    item,
    row,
    "column",
    published,
    ours,
    ci_low,
    ci_high,
    n,
    unit,
    CASE
        WHEN ours IS NULL THEN 'not measured'
        WHEN published IS NULL THEN 'withheld'
        WHEN is_equal AND by_configuration THEN 'by configuration'
        WHEN fitted_because IS NOT NULL
            AND (is_equal OR is_equal_replayed OR has_interval AND is_expected) THEN 'fitted'
        WHEN is_equal THEN 'identical'
        WHEN because IS NOT NULL THEN 'misprint'
        WHEN is_equal_replayed THEN 'identical with the author''s seed'
        WHEN NOT has_interval OR may_be_another THEN 'too few runs'
        WHEN is_expected THEN 'consistent'
        WHEN off_percent <= close_percent() THEN 'close'
        ELSE 'off'
    END AS verdict,
    concat_ws('; ',
        CASE WHEN published IS NULL THEN 'no published value to compare with' END,
        CASE WHEN NOT is_equal THEN because END,
        fitted_because,
        CASE WHEN published IS NOT NULL AND NOT is_equal THEN difference(published, ours) END,
        CASE WHEN NOT has_interval
            THEN concat('too few runs (', n, '): ', fewest_runs() - n, ' more would give an interval')
            END,
        CASE WHEN replayed IS NOT NULL
            THEN 'one run with the study''s inferred random numbers gives '
                || printf('%.*f', greatest(decimals, 3), replayed) END,
        CASE WHEN is_alike THEN
            concat('one outcome in ', n, IF(expects LIKE '%sweep', ' sweeps', ' runs'),
                ': another one may have a probability of up to ', unseen_percent(n), ' %',
                CASE WHEN may_be_another
                    THEN concat('; ', alike_runs() - n, ' more alike ones would decide') END)
        WHEN difference_half IS NOT NULL THEN
            'the difference of the means lies between '
                || printf('%+.*f', greatest(decimals, 2), ours - published - difference_half)
                || ' and '
                || printf('%+.*f', greatest(decimals, 2), ours - published + difference_half)
        WHEN is_expected IS NOT NULL THEN
            expects || ' is expected between '
                || printf('%.*f', greatest(decimals, 3), prediction_low) || ' and '
                || printf('%.*f', greatest(decimals, 3), prediction_high)
                || CASE WHEN is_expected THEN ', and the printed value is'
                    ELSE ', but the printed value is not' END END,
        together
    ) AS note,
    -- Further runs that give the interval by which an undecided cell is decided, or let another outcome
    -- be rare.
    CASE WHEN verdict = 'too few runs'
        THEN CAST(IF(may_be_another, alike_runs(), fewest_runs()) - n AS INTEGER) END AS more_runs,
    published_text,
    replayed,
    CASE WHEN printed_runs IS NULL AND NOT is_alike THEN prediction_low END AS prediction_low,
    CASE WHEN printed_runs IS NULL AND NOT is_alike THEN prediction_high END AS prediction_high,
    ours - published - difference_half AS difference_low,
    ours - published + difference_half AS difference_high,
    printed_runs,
    is_exact,
    page,
    metric,
    scenario,
    subject,
    position,
    off_percent,
    -- The verdict with what belongs to it: a size, or the number of runs.
    CASE verdict
        WHEN 'off' THEN concat('off', ' by ' || percent_words(off_percent))
        WHEN 'close' THEN concat('close (', percent_words(off_percent), ')')
        WHEN 'consistent' THEN concat('consistent (n = ', n, ')')
        ELSE verdict END AS verdict_words
FROM decided
ORDER BY study, position;
