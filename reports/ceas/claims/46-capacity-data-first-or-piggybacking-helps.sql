-- page: 4.5
-- statement: Sending data before ants, or ants on data packets, could help with one tenth of the capacity, too.
FROM proposals_claim('capacity', 'tcp_throughput', 'flow1', 1500)
