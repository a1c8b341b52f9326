-- page: 4.4
-- statement: With LSRP and DVR packets of 9000 bytes do not raise the throughput during congestion.
--
-- By no more than 10 %; in goodput, since larger packets have fewer headers.
FROM baselines_gain_claim(10, 'congestion-baseline', 'flow1 congestion')
