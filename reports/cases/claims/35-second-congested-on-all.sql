-- page: 5.3
-- statement: Second connection: the congestion on its shortest path affects it over all three systems.
--
-- Less than 90 % of the rate at which its source generates data.
FROM full_rate_claim(-1, 90, 'flow2', all_systems())
