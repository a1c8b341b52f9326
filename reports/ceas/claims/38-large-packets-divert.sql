-- page: 4.4
-- statement: With packets of 9000 bytes more of the data is diverted to the other path.
FROM large_packets_claim(1, 1, 'congestion', 'ceas_long_path_share', '0-8 congestion', 1, ' %')
