-- Every run beside the reference's run of the same scenario and seed, if its study has a reference.
-- A run of two scenarios stands here once. Parameters are there only where the scenarios differ.
WITH referred AS (SELECT DISTINCT study FROM reference_runs)
SELECT
    r.study, r.scenario, r.seed,
    e.study IS NOT NULL AS is_known,
    e.fingerprint IS NOT NULL AS is_comparable,
    coalesce(r.fingerprint = e.fingerprint, false) AS is_equal,
    CASE WHEN r.scenario_id <> e.scenario_id THEN s.parameters END AS parameters,
    CASE WHEN r.scenario_id <> e.scenario_id THEN e.parameters END AS reference_parameters,
    r.ns_source IS DISTINCT FROM e.ns_source AS has_other_ns,
    r.agents IS DISTINCT FROM e.agents AS has_other_agents,
    r.tcl_digest IS DISTINCT FROM e.tcl_digest AS has_other_tcl,
    r.code_digest IS DISTINCT FROM e.code_digest AS has_other_reader
FROM runs AS r
JOIN referred USING (study)
JOIN scenarios AS s ON (s.study, s.scenario) = (r.study, r.scenario)
LEFT JOIN reference_runs AS e ON (e.study, e.scenario, e.seed) = (r.study, r.scenario, r.seed)
WHERE list_contains($studies, r.study)
QUALIFY row_number() OVER (
    PARTITION BY r.study, r.run_id ORDER BY is_equal DESC, is_known DESC, r.scenario, r.seed
) = 1
ORDER BY r.study, r.scenario, r.seed
