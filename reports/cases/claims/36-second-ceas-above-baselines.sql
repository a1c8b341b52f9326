-- page: 5.3
-- statement: Second connection: it has more throughput over CEAS than over LSRP and DVR.
FROM uninett_above_baselines_claim('tcp_throughput', 'flow2', [1500, 9000], 1e-6, ' Mb/s')
