-- page: 4.2
-- statement: A connection that starts some time after the stabilization sends at the full rate from the start.
--
-- In the set failure TCP starts 100 s after it. Slow start takes its time: two seconds are at once.
SELECT
    verdict_of_order(
        count(*) FILTER (high <= 2), count(*) FILTER (low > 2), count(*)
    ) AS verdict,
    'time to the full rate: ' || by_rate('failure', 'tcp_time_to_full_rate', 'flow1 tcp', false, NULL, 1)
        || ' s' AS evidence
FROM chosen('failure', 'tcp_time_to_full_rate', 'flow1 tcp', false, NULL)
