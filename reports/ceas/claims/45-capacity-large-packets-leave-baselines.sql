-- page: C
-- statement: And they do not raise it with LSRP and DVR.
--
-- By no more than 10 %; in goodput, since larger packets have fewer headers.
FROM baselines_gain_claim(10, 'capacity-baseline', 'flow1 whole')
