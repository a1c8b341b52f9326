-- page: 4.4
-- statement: During congestion SACK's throughput with CEAS is higher than Reno's.
FROM variants_claim(
    1, 'congestion', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500, 1e-6, ' Mb/s'
)
