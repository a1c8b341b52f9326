-- page: 5.3
-- statement: Fourth connection: LSRP and DVR are not affected by that.
--
-- At least 90 % of the rate at which its source generates data.
FROM full_rate_claim(1, 90, 'flow4', baselines())
