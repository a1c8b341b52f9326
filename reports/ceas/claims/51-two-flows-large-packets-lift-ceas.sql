-- page: 4.6
-- statement: With packets of 9000 bytes the throughput of two connections with CEAS is considerably higher.
--
-- Considerably: by a fifth or more, both flows together.
WITH sums AS (
    FROM both_flows('two-flows', 'tcp_throughput', ['flow1', 'flow2'])
), cases AS (
    SELECT
        contrast(large, small, considerable_times()) AS apart,
        variant_name(variant)
            || printf(' %.1f instead of %.1f Mb/s', large.mean / 1e6, small.mean / 1e6) AS words
    FROM sums AS large JOIN sums AS small USING (variant)
    WHERE large.bytes = 9000 AND small.bytes = 1500
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
    'both flows together: ' || words || '; ' || readable(considerable_times())
        || ' times or more: ' || order_words(said, against, cases) AS evidence
FROM counted
