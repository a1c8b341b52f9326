-- page: 6.1
-- statement: After a failure TCP has its full rate back later with CEAS than with LSRP and DVR.
--
-- Without previous-hop memory; runs with CEAS that never have it back are in none of the times.
WITH cases AS (
    SELECT
        contrast(ants, base, 1) AS apart,
        routing_name(base.routing) || ' with ' || variant_name(base.variant)
            || printf(' %.1f s', base.mean) AS words
    FROM chosen('failure', 'tcp_time_to_full_rate', 'flow1 failure', false, NULL) AS ants
    JOIN chosen('failure-baseline', 'tcp_time_to_full_rate', 'flow1 failure', NULL, NULL) AS base
        USING (variant)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        string_agg(DISTINCT words, ', ' ORDER BY words) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'CEAS ' || by_rate('failure', 'tcp_time_to_full_rate', 'flow1 failure', false, NULL, 1)
        || ' s; ' || words || '; ' || order_words(said, against, cases)
        || cases_go_together(cases) AS evidence
FROM counted
