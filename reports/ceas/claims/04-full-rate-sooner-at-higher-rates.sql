-- page: 4.2
-- statement: If TCP starts right after the initialization phase, it reaches its full rate the sooner the more ants there are.
FROM trend_claim(-1, 'start', 'tcp_time_to_full_rate', 'flow1 tcp', NULL, NULL, 1, ' s')
