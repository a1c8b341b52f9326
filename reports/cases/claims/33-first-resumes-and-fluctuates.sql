-- page: 5.3
-- statement: First connection: it resumes, and goes on fluctuating.
--
-- More than half of the goodput that it had while only 5-1 failed is left, and its rate deviates
-- more than before any failure.
WITH counted AS (
    SELECT
        count(*) FILTER (left_over.low > 50 AND later.low > earlier.high) AS said,
        count(*) FILTER (left_over.high < 50 OR later.high < earlier.low) AS against,
        count(*) AS cases
    FROM uninett('kept', 'flow1 failure of transient', ['CEAS'], [false, true], [1500]) AS left_over
    JOIN uninett('tcp_rate_deviation', 'flow1 failure', ['CEAS'], [false, true], [1500]) AS later
        USING (scenario)
    JOIN uninett('tcp_rate_deviation', 'flow1 before', ['CEAS'], [false, true], [1500]) AS earlier
        USING (scenario)
)
SELECT
    as_printed_network(verdict_of_order(said, against, cases)) AS verdict,
    uninett_size() || 'goodput after the failure of 34-35, of that since 5-1 began to fail: '
        || by_system('kept', 'flow1 failure of transient', ['CEAS'], [false, true], [1500], 1)
        || ' %; deviation of the rate then '
        || by_system('tcp_rate_deviation', 'flow1 failure', ['CEAS'], [false, true], [1500], 1e-6)
        || ', before any failure '
        || by_system('tcp_rate_deviation', 'flow1 before', ['CEAS'], [false, true], [1500], 1e-6)
        || ' Mb/s; ' || order_words(said, against, cases) AS evidence
FROM counted
