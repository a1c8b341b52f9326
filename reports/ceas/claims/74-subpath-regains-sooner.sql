-- page: 6.2
-- statement: With cycles removed from paths together with their cost ("subpath") the pheromones settle in considerably less time after a failure.
-- question: ours
--
-- Section 6.2 proposes it and runs nothing.
FROM sooner_claim('cycles-subpath', 'stabilization_time', '0-8 failure')
