-- page: 5.3
-- statement: Fourth connection: paths of unequal capacity do not reduce its rate over LSRP and DVR.
--
-- At least 90 % of the rate at which its source generates data.
FROM full_rate_claim(1, 90, 'flow4', baselines())
