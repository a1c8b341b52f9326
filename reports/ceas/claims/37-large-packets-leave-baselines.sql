-- page: 4.4
-- statement: They do not raise it with LSRP and DVR.
--
-- By no more than 10 %; in goodput, since larger packets have fewer headers.
FROM baselines_gain_claim(10, 'congestion-baseline', 'flow1 congestion')
