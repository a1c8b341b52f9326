-- page: 5.2.3
-- statement: With unstable links LSRP suffers most of the three systems.
WITH cases AS (
    SELECT contrast(other, lsrp, 1) AS apart
    FROM twelve('transient', 'tcp_goodput', 'flow1 whole', ['LSRP'], 0, 5000) AS lsrp
    JOIN twelve('transient', 'tcp_goodput', 'flow1 whole', ['CEAS', 'DVR'], 0, 5000) AS other
        USING (variant, level)
    WHERE is_worth_comparing(lsrp, other)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    goodput_by_level('transient', all_systems(), 0, 5000) || '; '
        || order_words(said, against, cases) AS evidence
FROM counted
