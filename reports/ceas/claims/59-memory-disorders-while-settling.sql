-- page: 4.7
-- statement: With previous-hop memory both ways are in use while the pheromones settle, and packets arrive out of order.
FROM subjects_claim(
    'flow1 failure', 'flow1 before', 'failure', 'tcp_out_of_order', true, NULL, 1, ' % out of order'
)
