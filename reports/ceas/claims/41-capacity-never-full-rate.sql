-- page: 4.5
-- statement: With one tenth of the capacity on the best path TCP never reaches its full rate.
--
-- Not for ten seconds in any run. Cases are variants and ant rates.
FROM never_full_rate_claim('capacity', 'tcp', 'flow1 whole')
