-- page: 5.3
-- statement: With a record of the route in data packets TCP resumes considerably sooner after a failure.
-- question: ours
--
-- Section 5.3 proposes it and runs nothing.
WITH cases AS (
    SELECT
        contrast(plain, proposed, considerable_times()) AS apart,
        at_rate(proposed.variant, proposed.ant_rate)
            || printf(': %.1f instead of %.1f s', proposed.mean, plain.mean) AS words
    FROM ceas_points AS proposed
    JOIN chosen('failure', 'tcp_time_to_resume', 'flow1 failure', false, NULL) AS plain
        USING (variant, ant_rate, metric, subject)
    WHERE proposed.scenario_set = 'own-proposals' AND proposed.choice = 'route-record'
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
    words || '; ' || order_words(said, against, cases) AS evidence
FROM counted
