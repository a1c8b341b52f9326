-- page: 4.7
-- statement: Once they are stable TCP has its full rate again.
--
-- In every run, as far as runs can tell: the interval of the share of runs lies above three quarters.
SELECT
    verdict_of_order(
        count(*) FILTER (reached.low >= 0.75), count(*) FILTER (reached.high < 1), count(*)
    ) AS verdict,
    'reached before the link is back in ' || short(100 * avg(reached.mean)) || ' % of the runs; '
        || by_rate('failure', 'tcp_time_to_full_rate', 'flow1 failure', true, NULL, 1)
        || ' s after the failure' AS evidence
FROM chosen('failure', 'tcp_full_rate_reached', 'flow1 failure', true, NULL) AS reached
