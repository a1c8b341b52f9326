-- page: 4.4
-- statement: While the best path is congested TCP never reaches its full rate.
--
-- Not for ten seconds in any run. Cases are variants and ant rates.
FROM never_full_rate_claim('congestion', 'congestion', 'flow1 congestion')
