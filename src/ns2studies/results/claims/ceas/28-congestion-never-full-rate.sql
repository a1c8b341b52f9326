-- page: 4.4
-- statement: While the best path is congested TCP never reaches its full rate.
SELECT
    verdict_of(count(*) FILTER (reached.mean = 0), count(*)) AS verdict,
    'the full rate is reached in ' || short(100 * avg(reached.mean)) || ' % of the runs; largest rate over 5 s '
        || by_rate('congestion', 'tcp_peak_rate', 'flow1 congestion', NULL, 1500, 1e-6) || ' Mb/s' AS evidence
FROM chosen('congestion', 'tcp_full_rate_reached', 'flow1 congestion', NULL, 1500) AS reached
