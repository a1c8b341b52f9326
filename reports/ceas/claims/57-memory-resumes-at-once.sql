-- page: 4.7
-- statement: With previous-hop memory TCP resumes immediately after the failure, at every ant rate.
--
-- By windows of a second.
SELECT
    verdict_of_order(
        count(*) FILTER (high <= at_once_s()), count(*) FILTER (low > at_once_s()), count(*)
    ) AS verdict,
    by_rate('failure', 'tcp_time_to_resume', 'flow1 failure', true, NULL, 1) || ' s with it, '
        || by_rate('failure', 'tcp_time_to_resume', 'flow1 failure', false, NULL, 1) || ' s without'
        AS evidence
FROM chosen('failure', 'tcp_time_to_resume', 'flow1 failure', true, NULL)
