-- page: 4.6
-- statement: With packets of 9000 bytes both paths are used more.
WITH cases AS (
    SELECT
        contrast(large, small, 1) AS apart,
        left(subject, 3) || ', ' || variant_name(variant)
            || printf(': %.2f instead of %.2f %%', large.mean, small.mean) AS words
    FROM ceas_points AS large JOIN ceas_points AS small
        USING (scenario_set, metric, variant, subject)
    WHERE scenario_set = 'two-flows' AND metric = 'ceas_long_path_share'
        AND subject IN ('0-8 whole', '2-6 whole') AND large.bytes = 9000 AND small.bytes = 1500
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        string_agg(words, '; ' ORDER BY words) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'share of the data on the longer path, ' || words || '; ' || order_words(said, against, cases)
        AS evidence
FROM counted
