-- page: 4.4
-- statement: During congestion the throughput with CEAS is four times that with LSRP or DVR.
-- about: Section 4.4 | * | *
--
-- Section 4.4 says beside it that the congested path carries more: see congested_path. By itself:
-- four: between three and five, by the intervals of each rate and variant beside each baseline. The
-- printed definition counts from the start of the connection on; how long the thesis let it run
-- before the congestion and during it is not known, so that both are cases.
WITH measured AS (
    FROM chosen('congestion', 'tcp_throughput', 'flow1', NULL, 1500)
    UNION ALL
    FROM chosen('congestion', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500)
), baseline AS (
    FROM chosen('congestion-baseline', 'tcp_throughput', 'flow1', NULL, 1500)
    UNION ALL
    FROM chosen('congestion-baseline', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500)
), cases AS (
    SELECT
        metric,
        measured.mean / baseline.mean AS ratio,
        contrast(measured, baseline, 3) AS thrice,
        contrast(measured, baseline, 5) AS fivefold
    FROM measured JOIN baseline USING (metric, subject, variant)
), counted AS (
    SELECT
        count(*) FILTER (thrice.low >= 0 AND fivefold.high <= 0) AS said,
        count(*) FILTER (thrice.high < 0 OR fivefold.low > 0) AS against,
        count(*) AS cases,
        avg(ratio) FILTER (metric = 'tcp_throughput') AS whole,
        avg(ratio) FILTER (metric = 'tcp_phase_throughput') AS phase
    FROM cases
)
SELECT
    CASE WHEN excluded THEN 'contradicts itself'
        ELSE verdict_of_order(said, against, cases) END AS verdict,
    words || printf('. By itself: %.2f times over the whole connection, ', whole)
        || printf('%.2f times during the congestion; between three and five: ', phase)
        || order_words(said, against, cases) AS evidence
FROM counted CROSS JOIN congested_path(1500)
WHERE whole IS NOT NULL AND phase IS NOT NULL AND excluded IS NOT NULL
