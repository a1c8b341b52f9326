-- page: 4.7
-- statement: With previous-hop memory TCP resumes immediately after the failure, at every ant rate.
--
-- Within a second, the width of the windows in which it is looked for.
SELECT
    verdict_of_order(
        count(*) FILTER (high <= 1), count(*) FILTER (low > 1), count(*)
    ) AS verdict,
    by_rate('failure', 'tcp_time_to_resume', 'flow1 failure', true, NULL, 1) || ' s with it, '
        || by_rate('failure', 'tcp_time_to_resume', 'flow1 failure', false, NULL, 1) || ' s without'
        AS evidence
FROM chosen('failure', 'tcp_time_to_resume', 'flow1 failure', true, NULL)
