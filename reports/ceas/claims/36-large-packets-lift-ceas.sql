-- page: 4.4
-- statement: Packets of 9000 bytes raise the throughput with CEAS during congestion considerably.
--
-- Considerably: by a fifth or more.
FROM large_packets_claim(
    1, considerable_times(), 'congestion', 'tcp_phase_throughput', 'flow1 congestion', 1e-6, ' Mb/s'
)
