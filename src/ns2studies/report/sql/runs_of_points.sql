-- What the runs of each point took.
SELECT scenario, count(*) AS runs, avg(simulated_s) AS simulated_s, avg(cpu_s) AS cpu_s
FROM runs GROUP BY point, scenario ORDER BY min(rowid)
