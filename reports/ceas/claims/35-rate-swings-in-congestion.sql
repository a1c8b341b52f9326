-- page: 4.4
-- statement: The choice of the path swings, and TCP's rate with it.
FROM subjects_claim(
    'flow1 congestion', 'flow1 before', 'congestion', 'tcp_rate_deviation', NULL, 1500, 1e-6, ' Mb/s'
)
