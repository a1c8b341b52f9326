-- page: 4.3
-- statement: After the link is back both paths are used, and data arrives out of order.
FROM subjects_claim(
    'flow1 restoration', 'flow1 before', 'failure', 'tcp_out_of_order', false, NULL, 1, ' % out of order'
)
