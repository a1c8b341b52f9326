-- page: 5.2.2
-- statement: When links fail TCP has less goodput over CEAS than over LSRP and DVR.
FROM ceas_against_baselines_claim(
    -1, 1, negligible_bps(), 'failures', 'tcp_goodput', 'flow1 whole', 0, 5000, 1e-3, ' kb/s'
)
