-- page: 4.2
-- statement: SACK reaches the full rate before Reno at every ant rate.
FROM variants_claim(-1, 'start', 'tcp_time_to_full_rate', 'flow1 tcp', NULL, NULL, 1, ' s')
