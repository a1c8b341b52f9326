-- page: 4.4
-- statement: The throughput during congestion hardly depends on the ant rate.
FROM same_at_rates_claim(
    alike_percent(), 'congestion', 'tcp_phase_throughput', 'flow1 congestion', NULL, 1500, 1e-6, ' Mb/s'
)
