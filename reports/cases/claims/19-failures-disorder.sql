-- page: 5.2.2
-- statement: While links are down data takes several paths over CEAS, and much of it arrives out of order.
--
-- More than before the failures: the text does not say how much is much.
WITH cases AS (
    SELECT rise(later, earlier) AS apart
    FROM twelve('failures', 'tcp_out_of_order', 'flow1 failure', ['CEAS'], 0, 5000) AS later
    JOIN twelve('failures', 'tcp_out_of_order', 'flow1 before', ['CEAS'], 0, 5000) AS earlier
        USING (scenario)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    by_level('failures', 'tcp_out_of_order', 'flow1 failure', ['CEAS'], 0, 5000, 1)
        || ' % while links are down, '
        || by_level('failures', 'tcp_out_of_order', 'flow1 before', ['CEAS'], 0, 5000, 1)
        || ' % before; ' || order_words(said, against, cases) AS evidence
FROM counted
