-- page: 4.7
-- statement: More ants a second shorten the interruption after the failure.
FROM trend_claim(-1, 'failure', 'tcp_time_to_resume', 'flow1 failure', false, NULL, 1, ' s')
