-- page: 4.5
-- statement: With one tenth of the capacity on the best path TCP never reaches its full rate.
SELECT
    verdict_of(count(*) FILTER (reached.mean = 0), count(*)) AS verdict,
    'the full rate is reached in ' || short(100 * avg(reached.mean)) || ' % of the runs; largest rate over 5 s '
        || by_rate('capacity', 'tcp_peak_rate', 'flow1 whole', NULL, 1500, 1e-6) || ' Mb/s' AS evidence
FROM chosen('capacity', 'tcp_full_rate_reached', 'flow1 tcp', NULL, 1500) AS reached
