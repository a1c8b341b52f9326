-- How many scenarios took so many replications.
SELECT replications, count(*) AS scenarios FROM (
    SELECT scenario, CAST(count(*) AS INTEGER) AS replications FROM runs
    WHERE study = $study AND scenario IN (SELECT scenario FROM precision WHERE study = $study)
    GROUP BY scenario)
GROUP BY replications ORDER BY replications
