-- page: 4.7
-- statement: As the pheromones settle again TCP regains its full rate.
--
-- In every run, as far as runs can tell: the interval of the share of runs lies above three quarters.
-- The text does not say how soon; the evidence has both times.
SELECT
    verdict_of_order(
        count(*) FILTER (reached.low >= 0.75), count(*) FILTER (reached.high < 0.75), count(*)
    ) AS verdict,
    'reached before the link is back in ' || short(100 * avg(reached.mean)) || ' % of the runs; '
        || by_rate('failure', 'tcp_time_to_full_rate', 'flow1 failure', true, NULL, 1)
        || ' s after the failure, pheromones stable after '
        || by_rate('failure', 'stabilization_time', '0-8 failure', true, NULL, 1) || ' s' AS evidence
FROM chosen('failure', 'tcp_full_rate_reached', 'flow1 failure', true, NULL) AS reached
