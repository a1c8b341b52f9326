-- page: 5.3
-- statement: Fourth connection: paths of unequal capacity reduce its rate over CEAS.
--
-- By a fifth or more of the rate at which its source generates data.
FROM full_rate_claim(-1, 100 - much_percent(), 'flow4', ['CEAS'])
