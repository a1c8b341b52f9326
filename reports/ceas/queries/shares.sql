-- Each neighbour's share of a colony's pheromones over time, by node.
SELECT time_s, node, neighbour, probability AS share
FROM pheromone_series
WHERE study = $study AND scenario = $scenario AND seed = 1 AND subject = $colony
ORDER BY time_s, node, neighbour
