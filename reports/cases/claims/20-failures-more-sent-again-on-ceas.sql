-- page: 5.2.2
-- statement: When links fail, at 1000 kb/s, more is sent again over CEAS than over LSRP and DVR.
FROM ceas_against_baselines_claim(
    1, 1, 0, 'failures', 'tcp_retransmitted', 'flow1 whole', 1000, 1000, 1, ' packets'
)
