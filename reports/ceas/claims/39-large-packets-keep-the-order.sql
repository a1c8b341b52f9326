-- page: 4.4
-- statement: With larger packets fewer arrive out of order.
--
-- A smaller part of those that arrive, not merely a smaller number.
FROM large_packets_claim(-1, 1, 'congestion', 'tcp_out_of_order', 'flow1 congestion', 1, ' %')
