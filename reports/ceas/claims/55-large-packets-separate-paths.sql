-- page: 4.6
-- statement: With packets of 9000 bytes the two connections take separate paths most of the time.
--
-- Most of the time: more than half. 150 Mb/s over two paths of 100 Mb/s need a third of the data on the longer path at
-- least, so that both prefer the shorter one now and then even where they share them well. So two meanings of
-- separate are judged: one prefers each path; and their probabilities differ by 0.3 or more. Cases are both, for
-- each variant.
WITH found AS (
    FROM chosen('two-flows', 'ceas_preferences_apart', 'both', NULL, 9000)
    UNION ALL
    FROM chosen('two-flows', 'ceas_preferences_apart', 'both by 0.3', NULL, 9000)
), counted AS (
    SELECT
        count(*) FILTER (low > 50) AS said,
        count(*) FILTER (high < 50) AS against,
        count(*) AS cases,
        string_agg(
            IF(subject = 'both', 'one prefers 4 and the other 10: ', 'probabilities of 4 differ by 0.3 or more: ')
                || variant_name(variant) || ' ' || mean_words(found, 1) || ' % of the time', '; '
            ORDER BY subject, variant
        ) AS words
    FROM found
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; more than half: ' || order_words(said, against, cases) || cases_go_together(cases)
        AS evidence
FROM counted
