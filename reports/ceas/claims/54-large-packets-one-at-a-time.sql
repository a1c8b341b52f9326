-- page: 4.6
-- statement: With packets of 9000 bytes one connection or the other prefers the shortest path, in turns.
--
-- The probabilities of the shortest path have a correlation below -0.3, and which connection's is
-- larger changes twice or more, as where LSRP's and DVR's connections take turns.
WITH counted AS (
    SELECT
        count(*) FILTER (together.high < correlation_limit(-0.3) AND turns.low >= 2) AS said,
        count(*) FILTER (together.low > correlation_limit(-0.3) OR turns.high < 2) AS against,
        count(*) AS cases,
        string_agg(
            variant_name(variant)
                || ': correlation of both connections'' probability from 3 to 4 '
                || mean_words(together, 1) || ', the larger one changes ' || mean_words(turns, 1)
                || ' times a run',
            '; ' ORDER BY variant
        ) AS words
    FROM chosen('two-flows', 'ceas_preferences_correlation', 'both', NULL, 9000) AS together
    JOIN chosen('two-flows', 'ceas_preference_changes', 'both', NULL, 9000) AS turns
        USING (scenario, variant)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; ' || order_words(said, against, cases) || cases_go_together(cases) AS evidence
FROM counted
