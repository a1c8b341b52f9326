-- What each study's runs cost; one that several scenarios share was made once.
SELECT study, count(*) AS runs, sum(simulated_s) / 3600 AS simulated_h, sum(cpu_s) AS cpu_s,
       max(peak_memory_bytes) / 1e6 AS peak_memory_mb, sum(trace_lines) / 1e6 AS trace_lines
FROM (SELECT DISTINCT ON (study, run_id) * FROM runs) GROUP BY study ORDER BY study
