-- The shares at node 3, where the two connections part.
SELECT subject || ' by ' || neighbour AS line, time_s, probability AS share
FROM pheromone_series
WHERE study = $study AND scenario = $scenario AND seed = 1 AND node = 3 AND neighbour IN (4, 10)
    AND subject IN ('0-8', '2-6')
ORDER BY line, time_s
