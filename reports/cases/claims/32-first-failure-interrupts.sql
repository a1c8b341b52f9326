-- page: 5.3
-- statement: First connection: when the link 34-35 fails, sending is interrupted.
--
-- Over five of the next 20 s it sends less than a tenth of its mean rate since 5-1 began to fail.
WITH counted AS (
    SELECT
        count(*) FILTER (high < slight_percent()) AS said,
        count(*) FILTER (low > slight_percent()) AS against,
        count(*) AS cases
    FROM uninett('tcp_least_rate_after_failure', 'flow1', ['CEAS'], [false, true], [1500])
)
SELECT
    as_printed_network(verdict_of_order(said, against, cases)) AS verdict,
    uninett_size()
        || 'least rate over 5 s in the 20 s after the failure, of the mean since 5-1 began to fail: '
        || by_system(
            'tcp_least_rate_after_failure', 'flow1', ['CEAS'], [false, true], [1500], 1
        )
        || ' %; below ' || readable(slight_percent()) || ' %: ' || order_words(said, against, cases) AS evidence
FROM counted
