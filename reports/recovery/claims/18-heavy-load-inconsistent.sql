-- page: 24-25
-- statement: Under heavy load no variant is best throughout: on one connection Reno has the largest window, on another NewReno, on another SACK.
--
-- Cases are the variants: on one connection or more its window is above those of both others, by
-- differences of runs with the same seed; below them on all.
WITH windows AS (
    SELECT variant, subject, n, mean, is_exact, runs
    FROM points JOIN values_by_seed USING (study, scenario, metric, subject)
    WHERE study = 'recovery' AND scenario_set = 'load' AND load = 'heavy'
        AND metric = 'mean_cwnd_over_time'
), pairs AS (
    SELECT one.variant, one.subject, contrast(one, other, 1) AS apart
    FROM windows AS one JOIN windows AS other USING (subject)
    WHERE one.variant <> other.variant
), connections AS (
    SELECT
        variant,
        bool_and(apart.low > 0) AS is_largest,
        bool_or(apart.high < 0) AS is_not
    FROM pairs GROUP BY variant, subject
), variants AS (
    SELECT
        variant, count(*) FILTER (is_largest) AS times,
        bool_or(is_largest) AS said, bool_and(is_not) AS against
    FROM connections GROUP BY variant
), counted AS (
    SELECT
        count(*) FILTER (said) AS said, count(*) FILTER (against) AS against, count(*) AS cases,
        string_agg(variant_name(variant) || ' ' || times, ', ' ORDER BY times DESC, variant) AS words
    FROM variants
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'connections on which the mean window is clearly the largest: ' || words || '; of the variants, '
        || order_words(said, against, cases) AS evidence
FROM counted
