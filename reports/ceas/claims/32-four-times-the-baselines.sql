-- page: 4.4
-- statement: During congestion the throughput with CEAS is four times that with LSRP or DVR.
-- about: Section 4.4 | * | *
--
-- "4 times higher" is four times as much or, by its words, five times: from 3.5 to 5.5 after rounding. In the time of
-- the congestion: over the whole connection it depends on how long that lasted before, which is not printed.
WITH cases AS (
    SELECT
        measured.mean / baseline.mean AS ratio,
        contrast(measured, baseline, 4 - 0.5 * limit_factor()) AS least,
        contrast(measured, baseline, 4.5) AS middle,
        contrast(measured, baseline, 5 + 0.5 * limit_factor()) AS most
    FROM chosen('congestion', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500) AS measured
    JOIN chosen('congestion-baseline', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500)
        AS baseline USING (variant)
), counted AS (
    SELECT
        count(*) FILTER (least.low >= 0 AND most.high <= 0) AS said,
        count(*) FILTER (least.high < 0 OR most.low > 0) AS against,
        count(*) FILTER (least.low >= 0 AND middle.high <= 0) AS four,
        count(*) FILTER (middle.low >= 0 AND most.high <= 0) AS five,
        count(*) AS cases,
        min(ratio) AS lowest, max(ratio) AS highest
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    span(lowest, highest) || ' times during the congestion; after rounding clearly four times in ' || four
        || ' cases, clearly five times in ' || five || '; one or the other: '
        || order_words(said, against, cases) AS evidence
FROM counted
