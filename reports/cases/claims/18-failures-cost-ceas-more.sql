-- page: 5.2.2
-- statement: That is because CEAS takes time to divert the data: while links are down TCP loses a larger part of its goodput over CEAS.
WITH kept AS (
    SELECT kept.*
    FROM twelve('failures', 'kept', 'flow1 failure of before', all_systems(), 0, 5000) AS kept
    JOIN twelve('failures', 'tcp_goodput', 'flow1 before', all_systems(), 0, 5000) AS earlier
        USING (scenario)
    WHERE earlier.mean >= negligible_bps()
), counted AS (
    SELECT
        count(*) FILTER (ants.high < base.low) AS said,
        count(*) FILTER (ants.low > base.high) AS against,
        count(*) AS cases
    FROM kept AS ants JOIN kept AS base USING (variant, level)
    WHERE ants.system = 'CEAS' AND base.system <> 'CEAS'
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'goodput while links are down '
        || by_level('failures', 'kept', 'flow1 failure of before', all_systems(), 0, 5000, 1)
        || ' % of that before; where that was more than negligible: '
        || order_words(said, against, cases) AS evidence
FROM counted
