-- page: 4.3
-- statement: Once TCP has resumed it takes considerable time until it has its full rate again.
--
-- Considerable: longer than what counts as at once, which is more than a hundred round trips.
SELECT
    verdict_of_order(
        count(*) FILTER (low > at_once_s()), count(*) FILTER (high <= at_once_s()), count(*)
    ) AS verdict,
    by_rate('failure', 'tcp_time_from_resuming_to_full_rate', 'flow1 failure', false, NULL, 1) || ' s'
        || regained_words('failure') AS evidence
FROM chosen('failure', 'tcp_time_from_resuming_to_full_rate', 'flow1 failure', false, NULL)
