-- page: 4.7
-- statement: It gains more at low ant rates than at high ones.
WITH counted AS (
    SELECT
        count(*) FILTER (fast.high < slow.low) AS said,
        count(*) FILTER (fast.low > slow.high) AS against,
        count(*) AS cases
    FROM ceas_memory_gains AS slow JOIN ceas_memory_gains AS fast
        ON fast.ant_rate >= 2 * slow.ant_rate AND fast.variant = slow.variant
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    memory_gains_listed() || '; of pairs of rates that differ twofold or more: '
        || order_words(said, against, cases) AS evidence
FROM counted
