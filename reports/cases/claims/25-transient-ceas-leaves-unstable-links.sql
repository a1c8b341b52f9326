-- page: 5.2.3
-- statement: CEAS comes to avoid the unstable links.
--
-- Which links data takes is not measured; the goodput would be larger late than early, run by run.
WITH cases AS (
    SELECT
        early.variant, early.level,
        at_load(early.variant, early.level)
            || printf(': %.0f and %.0f', early.mean / 1e3, late.mean / 1e3) AS words,
        contrast(late, early, 1) AS apart
    FROM twelve('transient', 'tcp_goodput_of_thirds', 'flow1 first third', ['CEAS'], 0, 5000) AS early
    JOIN twelve('transient', 'tcp_goodput_of_thirds', 'flow1 last third', ['CEAS'], 0, 5000) AS late
        USING (scenario)
    WHERE is_worth_comparing(early, late)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        string_agg(words, ', ' ORDER BY variant, level) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'goodput in kb/s in the first and in the last third of the time of TCP, by background: '
        || words || '; ' || order_words(said, against, cases) AS evidence
FROM counted
