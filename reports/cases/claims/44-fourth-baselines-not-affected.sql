-- page: 5.3
-- statement: Fourth connection: paths of unequal capacity do not reduce its rate over LSRP and DVR.
--
-- By no more than a tenth of the rate at which its source generates data.
FROM full_rate_claim(1, 100 - slight_percent(), 'flow4', baselines())
