-- page: 4.3
-- statement: After the failure node 3 goes on to prefer node 4, though only node 10 leads on.
--
-- Prefers: with a probability of more than a half, as it is first written down after the failure.
-- Cases are variants and ant rates.
WITH counted AS (
    SELECT
        count(*) FILTER (low > 0.5) AS said,
        count(*) FILTER (high < 0.5) AS against,
        count(*) AS cases
    FROM chosen('failure', 'ceas_probability_after_failure', '0-8', false, NULL)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'probability from 3 to 4 just after the failure '
        || by_rate('failure', 'ceas_probability_after_failure', '0-8', false, NULL, 1)
        || '; more than a half: ' || order_words(said, against, cases) || cases_go_together(cases)
        AS evidence
FROM counted
