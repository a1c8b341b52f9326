-- table: estimates
-- title: Average number of ants to stabilize
-- unit: ants
-- definition: Mean over the ant rates of the ants sent until the pheromones are stable.
-- source: the thesis, Table 4.2, last row
SELECT 'all rates' AS subject, avg(mean) AS value
FROM points
WHERE study = 'ceas' AND scenario_set = 'stabilization' AND metric = 'stabilization_ants'
    AND subject = '0-8 start'
HAVING count(*) > 0
