-- page: C
-- statement: With one tenth of the capacity packets of 9000 bytes do not raise the throughput with LSRP and DVR.
--
-- By no more than 10 %; in goodput, since larger packets have fewer headers.
FROM baselines_gain_claim(10, 'capacity-baseline', 'flow1 whole')
