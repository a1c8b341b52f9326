-- page: 5 (conclusion), 6.1
-- statement: In congestion TCP has more goodput over CEAS than over LSRP and DVR.
--
-- Twelve nodes from 1500 kb/s on, and UNINETT's second connection.
WITH congested AS (
    FROM twelve('steady', 'tcp_goodput', 'flow1 whole', all_systems(), 1500, 5000)
    UNION ALL
    FROM uninett('tcp_goodput', 'flow2 whole', all_systems(), [false], [1500])
), cases AS (
    SELECT contrast(ants, base, 1) AS apart, ants.mean / nullif(base.mean, 0) AS ratio
    FROM congested AS ants JOIN congested AS base
        ON ants.system = 'CEAS' AND base.system <> 'CEAS'
            AND base.scenario_set = ants.scenario_set || '-baseline'
            AND ants.variant IS NOT DISTINCT FROM base.variant
            AND ants.level IS NOT DISTINCT FROM base.level
    WHERE is_worth_comparing(ants, base)
), counted AS (
    SELECT
        count(*) FILTER (apart.low > 0) AS said,
        count(*) FILTER (apart.high < 0) AS against,
        count(*) AS cases,
        min(ratio) AS least,
        max(ratio) AS largest
    FROM cases
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    coalesce(readable(least) || ' to ' || readable(largest) || ' times the goodput; ', '')
        || order_words(said, against, cases) AS evidence
FROM counted
