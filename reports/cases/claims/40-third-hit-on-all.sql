-- page: 5.3
-- statement: Third connection: the failures of the link 5-1 affect it over all three systems.
--
-- By a fifth or more of its goodput while only that link fails.
WITH counted AS (
    SELECT
        count(*) FILTER (high < 100 - much_percent()) AS said,
        count(*) FILTER (low > 100 - much_percent()) AS against,
        count(*) AS cases
    FROM uninett('kept', 'flow3 transient of before', all_systems(), [false], [1500])
)
SELECT
    as_printed_network(verdict_of_order(said, against, cases)) AS verdict,
    uninett_size()
        || by_system('kept', 'flow3 transient of before', all_systems(), [false], [1500], 1)
        || ' % of the goodput before them; ' || order_words(said, against, cases) AS evidence
FROM counted
