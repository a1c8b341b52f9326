-- page: 4.7
-- statement: Once they are stable TCP has its full rate again.
SELECT
    verdict_of(count(*) FILTER (reached.mean = 1), count(*)) AS verdict,
    'reached before the link is back in ' || short(100 * avg(reached.mean)) || ' % of the runs; '
        || by_rate('failure', 'tcp_time_to_full_rate', 'flow1 failure', true, NULL, 1)
        || ' s after the failure' AS evidence
FROM chosen('failure', 'tcp_full_rate_reached', 'flow1 failure', true, NULL) AS reached
