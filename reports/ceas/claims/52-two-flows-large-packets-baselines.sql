-- page: 4.6
-- statement: With LSRP and DVR packets of 9000 bytes raise the throughput of two connections only a little.
--
-- By no more than a tenth, both flows together; in goodput, since larger packets have fewer headers.
WITH sums AS (
    FROM both_flows('two-flows-baseline', 'tcp_goodput', ['flow1 whole', 'flow2 whole'])
), cases AS (
    SELECT
        contrast(large, small, 1 + alike_percent() / 100) AS apart,
        routing_name(large.routing) || ' with ' || variant_name(variant)
            || printf(' %+.1f %%', 100 * (large.mean / small.mean - 1)) AS words
    FROM sums AS large JOIN sums AS small USING (routing, variant)
    WHERE large.bytes = 9000 AND small.bytes = 1500
), counted AS (
    SELECT
        count(*) FILTER (apart.high <= 0) AS said,
        count(*) FILTER (apart.low > 0) AS against,
        count(*) AS cases,
        string_agg(words, ', ' ORDER BY words) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'goodput with packets of 9000 bytes instead of 1500: ' || words || '; by no more than ' || readable(alike_percent()) || ' %: '
        || order_words(said, against, cases) AS evidence
FROM counted
