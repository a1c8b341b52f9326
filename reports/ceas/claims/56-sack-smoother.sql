-- page: 4.6
-- statement: With packets of 9000 bytes SACK's rates are much smoother than Reno's.
WITH cases AS (
    SELECT
        contrast(sack, reno, 1) AS apart,
        flow_name(subject)
            || printf(': SACK %.2f, Reno %.2f Mb/s', sack.mean / 1e6, reno.mean / 1e6) AS words
    FROM ceas_points AS sack JOIN ceas_points AS reno USING (scenario_set, metric, bytes, subject)
    WHERE scenario_set = 'two-flows' AND metric = 'tcp_rate_deviation' AND bytes = 9000
        AND subject IN ('flow1 whole', 'flow2 whole')
        AND sack.variant = 'sack' AND reno.variant = 'reno'
), counted AS (
    SELECT
        count(*) FILTER (apart.high < 0) AS said,
        count(*) FILTER (apart.low > 0) AS against,
        count(*) AS cases,
        string_agg(words, '; ' ORDER BY words) AS words
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'standard deviation of the rate, ' || words || '; ' || order_words(said, against, cases) AS evidence
FROM counted
