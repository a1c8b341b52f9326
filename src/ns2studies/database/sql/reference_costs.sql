-- What the runs of a study cost. One may belong to two scenarios; it was made once.
SELECT count(*), sum(simulated_s), sum(cpu_s) / 3600, sum(trace_lines)
FROM (SELECT DISTINCT run_id, simulated_s, cpu_s, trace_lines FROM runs)
