-- page: 5.2.2
-- statement: CEAS takes time to divert the data: while links are down TCP loses a larger part of its goodput over CEAS than over LSRP and DVR.
WITH kept AS (
    SELECT kept.*
    FROM twelve('failures', 'kept', 'flow1 failure of before', all_systems(), 0, 5000) AS kept
    JOIN twelve('failures', 'tcp_goodput', 'flow1 before', all_systems(), 0, 5000) AS earlier
        USING (scenario)
    WHERE earlier.mean >= negligible_bps()
), cases AS (
    SELECT contrast(base, ants, 1) AS apart
    FROM kept AS ants JOIN kept AS base USING (variant, level)
    WHERE ants.system = 'CEAS' AND base.system <> 'CEAS'
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    'goodput while links are down '
        || by_level('failures', 'kept', 'flow1 failure of before', all_systems(), 0, 5000, 1)
        || ' % of that before; where that was more than negligible: '
        || order_words(said, against, cases) AS evidence
FROM counted
