-- page: 4.4
-- statement: During congestion data keeps arriving out of order.
FROM subjects_claim(
    'flow1 congestion', 'flow1 before', 'congestion', 'tcp_out_of_order', NULL, 1500, 1, ' % out of order'
)
