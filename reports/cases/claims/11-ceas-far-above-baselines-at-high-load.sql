-- page: 5.2.1
-- statement: At higher loads TCP does much worse over LSRP and DVR than over CEAS.
--
-- From 1500 kb/s on, where the connect time begins to grow.
FROM ceas_against_baselines_claim(
    1, much_times(), negligible_bps(),
    'steady', 'tcp_goodput', 'flow1 whole', 1500, 5000, 1e-3, ' kb/s'
)
