-- page: 4.7
-- statement: The memory raises the throughput at every ant rate.
WITH counted AS (
    SELECT count(*) FILTER (low > 0) AS said, count(*) FILTER (high < 0) AS against, count(*) AS cases
    FROM ceas_memory_gains
)
SELECT
    verdict_of_order(said, against, cases) AS verdict,
    memory_gains_listed() || '; ' || order_words(said, against, cases) AS evidence
FROM counted
