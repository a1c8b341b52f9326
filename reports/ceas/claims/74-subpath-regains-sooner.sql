-- page: 6.2
-- statement: With cycles removed from paths together with their cost ("subpath") the pheromones settle in considerably less time after a failure.
-- question: ours
--
-- Section 6.2 proposes it and runs nothing.
WITH cases AS (
    SELECT
        contrast(plain, proposed, considerable_times()) AS apart,
        at_rate(proposed.variant, proposed.ant_rate)
            || printf(': %.1f instead of %.1f s', proposed.mean, plain.mean) AS words
    FROM ceas_points AS proposed
    JOIN chosen('failure', 'stabilization_time', '0-8 failure', false, NULL) AS plain
        USING (variant, ant_rate, metric, subject)
    WHERE proposed.scenario_set = 'own-proposals' AND proposed.choice = 'cycles-subpath'
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
