-- page: 4.2
-- statement: The more ants a second, the sooner the pheromones are stable.
FROM trend_claim(-1, 'stabilization', 'stabilization_time', '0-8 start', NULL, NULL, 1, ' s')
