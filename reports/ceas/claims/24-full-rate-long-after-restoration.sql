-- page: 4.3
-- statement: It takes considerable time then until TCP has its full rate again.
--
-- Considerable: longer than what counts as at once, as after the failure.
SELECT
    verdict_of_order(
        count(*) FILTER (low > at_once_s()), count(*) FILTER (high <= at_once_s()), count(*)
    ) AS verdict,
    by_rate('failure', 'tcp_time_to_full_rate', 'flow1 restoration', false, NULL, 1) || ' s'
        || regained_words('restoration') AS evidence
FROM chosen('failure', 'tcp_time_to_full_rate', 'flow1 restoration', false, NULL)
