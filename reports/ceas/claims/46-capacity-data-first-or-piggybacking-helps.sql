-- page: 4.5
-- statement: Sending data before ants, or ants on data packets, could help here as well.
FROM proposals_claim('capacity', 'tcp_throughput', 'flow1', 1500)
