-- page: 4.6
-- statement: With packets of 9000 bytes the throughput of two connections with CEAS is considerably higher.
WITH sums AS (
    SELECT bytes, variant, sum(mean) AS mean, sum(low) AS low, sum(high) AS high
    FROM ceas_points
    WHERE scenario_set = 'two-flows' AND metric = 'tcp_throughput' AND subject IN ('flow1', 'flow2')
    GROUP BY ALL
), counted AS (
    SELECT
        count(*) FILTER (large.low > small.high) AS said,
        count(*) FILTER (large.high < small.low) AS against,
        count(*) AS cases,
        string_agg(
            variant_name(variant)
                || printf(' %.1f instead of %.1f Mb/s', large.mean / 1e6, small.mean / 1e6),
            '; ' ORDER BY variant
        ) AS words
    FROM sums AS large JOIN sums AS small USING (variant)
    WHERE large.bytes = 9000 AND small.bytes = 1500
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'both flows together: ' || words || '; ' || order_words(said, against, cases) AS evidence
FROM counted
