-- What is kept of each run in data/reference: what it gave (the fingerprint of its rows) and what it
-- is made of. Nothing that differs between machines: no times, no names of builds.
SELECT
    runs.study, scenario, seed, runs.scenario_id, fingerprint, trace_lines, simulated_s,
    ns_source, tcl_digest, code_digest, agents, parameters
FROM runs JOIN scenarios USING (study, scenario)
