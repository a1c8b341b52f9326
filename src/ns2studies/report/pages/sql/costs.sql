-- Runs and what they cost, by set.
SELECT scenario_set, count(DISTINCT scenario) AS scenarios, count(*) AS runs,
       sum(simulated_s) AS simulated_s, sum(cpu_s) AS cpu_s,
       max(peak_memory_bytes) / 1e6 AS peak_memory_mb
FROM runs JOIN scenarios USING (study, scenario)
WHERE study = $study
GROUP BY scenario_set ORDER BY scenario_set
