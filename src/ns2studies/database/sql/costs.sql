-- What the runs cost where they were made; these may come from several machines. One that several
-- scenarios share was made once.
SELECT
    sum(simulated_s) AS simulated_s, sum(cpu_s) AS cpu_s,
    max(peak_memory_bytes) AS peak_memory_bytes, sum(trace_lines) AS trace_lines,
    sum(result_bytes) AS result_bytes
FROM (SELECT DISTINCT ON (run_id) * FROM runs)
