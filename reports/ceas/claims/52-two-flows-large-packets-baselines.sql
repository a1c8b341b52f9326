-- page: 4.6
-- statement: With LSRP and DVR it is only little higher.
--
-- By no more than 10 %, both flows together; in goodput, since larger packets have fewer headers.
WITH sums AS (
    SELECT bytes, variant, routing, sum(mean) AS mean
    FROM ceas_points
    WHERE scenario_set = 'two-flows-baseline' AND metric = 'tcp_goodput'
        AND subject IN ('flow1 whole', 'flow2 whole')
    GROUP BY ALL
), cases AS (
    SELECT
        large.routing || ' with ' || variant_name(large.variant) AS what,
        100 * (large.mean / small.mean - 1) AS gain
    FROM sums AS large JOIN sums AS small USING (routing, variant)
    WHERE large.bytes = 9000 AND small.bytes = 1500
)
SELECT
    verdict_of(count(*) FILTER (gain <= 10), count(*)) AS verdict,
    'goodput with packets of 9000 bytes instead of 1500: '
        || string_agg(what || printf(' %+.1f %%', gain), ', ' ORDER BY what) AS evidence
FROM cases
