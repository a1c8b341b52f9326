-- page: 5.2.3
-- statement: With unstable links TCP does significantly better over CEAS than over LSRP and DVR.
FROM ceas_against_baselines_claim(
    1, much_times(), negligible_bps(),
    'transient', 'tcp_goodput', 'flow1 whole', 0, 5000, 1e-3, ' kb/s'
)
