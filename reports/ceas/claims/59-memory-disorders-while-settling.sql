-- page: 4.7
-- statement: While the pheromones settle both ways are in use, and packets arrive out of order.
FROM subjects_claim(
    'flow1 failure', 'flow1 before', 'failure', 'tcp_out_of_order', true, NULL, 1, ' %'
)
