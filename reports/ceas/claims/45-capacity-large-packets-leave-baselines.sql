-- page: C
-- statement: With one tenth of the capacity packets of 9000 bytes do not raise the throughput with LSRP and DVR.
--
-- By less than a fifth, as under congestion; in goodput, since larger packets have fewer headers.
FROM baselines_gain_claim(considerable_percent(), 'capacity-baseline', 'flow1 whole')
