-- page: 6.1
-- statement: When two connections share the load they have more throughput with CEAS than with LSRP and DVR.
--
-- Both flows together.
WITH cases AS (
    SELECT
        ants.bytes, ants.variant, base.routing,
        contrast(ants, base, 1) AS apart,
        ants.bytes || ' bytes, ' || variant_name(ants.variant)
            || printf(': %.1f instead of %.1f Mb/s with ', ants.mean / 1e6, base.mean / 1e6)
            || routing_name(base.routing) AS words
    FROM both_flows('two-flows', 'tcp_throughput', ['flow1', 'flow2']) AS ants
    JOIN both_flows('two-flows-baseline', 'tcp_throughput', ['flow1', 'flow2']) AS base
        USING (variant, bytes)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        string_agg(words, '; ' ORDER BY bytes, variant, routing DESC) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    words || '; ' || order_words(said, against, cases) AS evidence
FROM counted
