-- page: 5.2.1
-- statement: Beyond 3000 kb/s next to nothing is left of the throughput, over all three systems.
FROM below_claim(negligible_bps(), 'tcp_throughput', 'flow1', 3001, 5000, 1e-3, ' kb/s')
