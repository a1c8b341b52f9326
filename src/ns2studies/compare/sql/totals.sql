-- Sizes of both sets: scenarios, runs, and those that stand in one of them only. Runs are the same
-- if all that decides their bytes is (parameters, seed, simulator, Tcl, reader), or if they gave the
-- same rows.
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
    ) AS told_apart,
    (SELECT count(*) FROM set_a.claims SEMI JOIN set_b.claims USING (claim)) AS claims,
    (
        SELECT count(*)
        FROM set_a.comparison SEMI JOIN set_b.comparison USING (item, "row", "column")
    ) AS cells
