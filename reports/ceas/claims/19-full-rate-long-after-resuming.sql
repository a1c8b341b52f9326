-- page: 4.3
-- statement: Once TCP has resumed it takes considerable time until it has its full rate again.
--
-- Considerable: more than a second, which is more than a hundred round trips.
SELECT
    verdict_of_order(
        count(*) FILTER (low > 1), count(*) FILTER (high <= 1), count(*)
    ) AS verdict,
    by_rate('failure', 'tcp_time_from_resuming_to_full_rate', 'flow1 failure', false, NULL, 1) || ' s'
        || regained_words('failure') AS evidence
FROM chosen('failure', 'tcp_time_from_resuming_to_full_rate', 'flow1 failure', false, NULL)
