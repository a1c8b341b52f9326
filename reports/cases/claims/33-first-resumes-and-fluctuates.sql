-- page: 5.3
-- statement: First connection: after the failure of the link 34-35 it resumes, and goes on fluctuating.
--
-- More than half of the goodput that it had while only 5-1 failed is left, and its rate deviates
-- more than before any failure.
WITH cases AS (
    SELECT left_over.low, left_over.high, contrast(later, earlier, 1) AS apart
    FROM uninett('kept', 'flow1 failure of transient', ['CEAS'], [false, true], [1500]) AS left_over
    JOIN uninett('tcp_rate_deviation', 'flow1 failure', ['CEAS'], [false, true], [1500]) AS later
        USING (scenario)
    JOIN uninett('tcp_rate_deviation', 'flow1 before', ['CEAS'], [false, true], [1500]) AS earlier
        USING (scenario)
), counted AS (
    SELECT
        count(*) FILTER (low > 50 AND apart.low > 0) AS said,
        count(*) FILTER (high < 50 OR apart.high < 0) AS against,
        count(*) AS cases
    FROM cases
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
