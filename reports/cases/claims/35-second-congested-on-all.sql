-- page: 5.3
-- statement: Second connection: the congestion on its shortest path affects it over all three systems.
--
-- By a fifth or more of the rate at which its source generates data.
FROM full_rate_claim(-1, 100 - much_percent(), 'flow2', all_systems())
