-- page: 4.2
-- statement: Reno's congestion window falls more often than SACK's.
FROM variants_claim(-1, 'start', 'tcp_window_cuts', 'flow1 whole', NULL, NULL, 1, ' times')
