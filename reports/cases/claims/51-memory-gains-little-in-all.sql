-- page: 5 (conclusion)
-- statement: At these ant rates previous-hop memory gains very little.
--
-- On twelve nodes with failures or unstable links, and for all connections on UNINETT.
WITH counted AS (
    SELECT
        count(*) FILTER (high < slight_percent()) AS said,
        count(*) FILTER (low >= slight_percent()) AS against,
        count(*) AS cases,
        min(mean) AS least,
        max(mean) AS largest
    FROM memory_gains
    WHERE (scenario_set = 'twelve' AND event <> 'steady' AND without_bps >= negligible_bps())
        OR scenario_set IN (FROM uninett_sets)
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    printf('mean gains in goodput between %+.2f and %+.2f %%; below ', least, largest)
        || readable(slight_percent()) || ' %: ' || order_words(said, against, cases) AS evidence
FROM counted
