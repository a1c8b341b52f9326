-- Scenarios and runs of both sets, and those that only one set has. Two runs are the same if all that
-- determines their bytes is equal (parameters, seed, simulator, Tcl, reader), or all their rows are.
SELECT
    (SELECT count(*) FROM set_a.scenarios) AS scenarios_a,
    (SELECT count(*) FROM set_b.scenarios) AS scenarios_b,
    (SELECT count(*) FROM set_a.scenarios ANTI JOIN set_b.scenarios USING (scenario)) AS gone,
    (SELECT count(*) FROM set_b.scenarios ANTI JOIN set_a.scenarios USING (scenario)) AS added,
    (SELECT count(*) FROM set_a.runs) AS runs_a,
    (SELECT count(*) FROM set_b.runs) AS runs_b,
    (
        SELECT count(*) FROM set_a.runs AS a JOIN set_b.runs AS b USING (scenario, seed)
        WHERE a.run_id = b.run_id OR a.fingerprint = b.fingerprint
    ) AS shared,
    (
        SELECT count(*) FROM set_a.runs AS a JOIN set_b.runs AS b USING (scenario, seed)
        WHERE coalesce(a.run_id = b.run_id, a.fingerprint = b.fingerprint) IS NOT NULL
    ) AS told_apart
