-- page: 4.4
-- statement: Data that is sent before ants, or ants that ride on data packets, would help TCP during congestion.
FROM proposals_claim('congestion', 'tcp_phase_throughput', 'flow1 congestion', 1500)
