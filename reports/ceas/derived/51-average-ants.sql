-- table: estimates
-- title: Average number of ants to stabilize
-- unit: ants
-- range: from 0
-- definition: Mean over the ant rates of the ants sent until the pheromones are stable, for each seed; the mean of these. A seed gives nearly the same ants at every rate, so that the rates are no further replications.
-- source: the thesis, Table 4.2, last row
SELECT
    'all rates' AS subject,
    avg(ants ORDER BY seed) AS value,
    count(*) AS n,
    stddev_samp(ants ORDER BY seed) AS deviation
FROM (
    SELECT seed, avg(value ORDER BY scenario) AS ants
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = 'ceas' AND scenario_set = 'stabilization' AND metric = 'stabilization_ants'
        AND subject = '0-8 start'
    GROUP BY seed
)
HAVING count(*) > 0
