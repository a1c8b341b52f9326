-- page: 4.4
-- statement: With larger packets fewer arrive out of order.
FROM large_packets_claim(-1, 'congestion', 'tcp_out_of_order', 'flow1 congestion', 1, ' %')
