-- page: 5.3
-- statement: Fourth connection: paths of unequal capacity reduce its rate over CEAS.
--
-- Less than 90 % of the rate at which its source generates data.
FROM full_rate_claim(-1, 90, 'flow4', ['CEAS'])
