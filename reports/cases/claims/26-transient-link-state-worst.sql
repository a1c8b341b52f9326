-- page: 5.2.3
-- statement: Of the three systems LSRP suffers most.
WITH counted AS (
    SELECT
        other.system,
        count(*) FILTER (lsrp.high < other.low) AS said,
        count(*) FILTER (lsrp.low > other.high) AS against,
        count(*) AS cases
    FROM twelve('transient', 'tcp_goodput', 'flow1 whole', ['LSRP'], 0, 5000) AS lsrp
    JOIN twelve('transient', 'tcp_goodput', 'flow1 whole', ['CEAS', 'DVR'], 0, 5000) AS other
        USING (variant, level)
    WHERE is_worth_comparing(lsrp, other)
    GROUP BY other.system
)
SELECT
    together(list(verdict_of_order(said, against, cases))) AS verdict,
    goodput_by_level('transient', all_systems(), 0, 5000) || '; '
        || order_words(sum(said), sum(against), sum(cases)) AS evidence
FROM counted
