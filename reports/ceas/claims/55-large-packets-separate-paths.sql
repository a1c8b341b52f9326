-- page: 4.6
-- statement: With packets of 9000 bytes the two connections take separate paths most of the time.
WITH counted AS (
    SELECT
        count(*) FILTER (low > 50) AS said,
        count(*) FILTER (high < 50) AS against,
        count(*) AS cases,
        string_agg(
            variant_name(variant) || ' ' || mean_words(found, 1) || ' %', ', ' ORDER BY variant
        ) AS words
    FROM chosen('two-flows', 'ceas_preferences_apart', 'both', NULL, 9000) AS found
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'time in which one prefers 4 and the other 10: ' || words || '; more than half: '
        || order_words(said, against, cases) || cases_go_together(cases) AS evidence
FROM counted
