-- page: 6.2
-- statement: A rate of ants that tunes itself saves half of the ants and more, and costs TCP no considerable part of its throughput around a failure.
-- question: ours
--
-- Section 6.2 proposes it and runs nothing. From 20 normal ants a second down to 1, by the share of ants that return.
-- Cases are the throughput and the ants sent.
WITH tuned AS (
    FROM ceas_points WHERE scenario_set = 'own-proposals' AND choice = 'rate-tunes-itself'
), cases AS (
    SELECT metric, contrast(plain, tuned, considerable_times()).high <= 0 AS is_said,
        contrast(plain, tuned, considerable_times()).low > 0 AS is_against,
        printf('throughput %.1f instead of %.1f Mb/s', tuned.mean / 1e6, plain.mean / 1e6) AS words
    FROM tuned JOIN chosen('failure', 'tcp_throughput', 'flow1', false, NULL) AS plain
        USING (variant, ant_rate, metric, subject)
    UNION ALL
    SELECT metric, contrast(tuned, plain, 0.5).high <= 0, contrast(tuned, plain, 0.5).low > 0,
        printf('normal ants %.0f instead of %.0f', tuned.mean, plain.mean)
    FROM tuned JOIN chosen('failure', 'ants_sent', '0-8', false, NULL) AS plain
        USING (variant, ant_rate, metric, subject)
), counted AS (
    SELECT
        count(*) FILTER (is_said) AS said, count(*) FILTER (is_against) AS against, count(*) AS cases,
        string_agg(words, '; ' ORDER BY metric) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; ' || order_words(said, against, cases) AS evidence
FROM counted
