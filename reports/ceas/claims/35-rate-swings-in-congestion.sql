-- page: 4.4
-- statement: TCP's rate swings during congestion.
--
-- The text blames swings in the choice of the path.
FROM subjects_claim(
    'flow1 congestion', 'flow1 before', 'congestion', 'tcp_rate_deviation', NULL, 1500, 1e-6,
    ' Mb/s of standard deviation'
)
