-- page: 4.2
-- statement: A connection that starts some time after the stabilization sends at the full rate from the start.
--
-- In the set failure TCP starts 100 s after it. Slow start takes its time, a part of what counts as at once.
-- A rate at which not every run gets there before the failure counts as otherwise.
SELECT
    verdict_of_order(
        count(*) FILTER (waited.high <= at_once_s() AND reached.mean > 0.99),
        count(*) FILTER (waited.low > at_once_s() OR reached.high < 1),
        count(*)
    ) AS verdict,
    'time to the full rate: ' || by_rate('failure', 'tcp_time_to_full_rate', 'flow1 tcp', false, NULL, 1)
        || ' s; runs that get there before the failure: '
        || by_rate('failure', 'tcp_full_rate_reached', 'flow1 tcp', false, NULL, 100) || ' %'
        AS evidence
FROM chosen('failure', 'tcp_full_rate_reached', 'flow1 tcp', false, NULL) AS reached
LEFT JOIN chosen('failure', 'tcp_time_to_full_rate', 'flow1 tcp', false, NULL) AS waited
    USING (scenario)
