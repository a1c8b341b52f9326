-- Runs beside the reference's runs of the same scenario and seed, if their study has a reference:
-- how many there are of which the same can be said, and the first of them. A run of two scenarios
-- counts once. Parameters are there only where the scenarios differ.
WITH referred AS (SELECT DISTINCT study FROM reference_runs),
beside AS (
    SELECT
        r.study, r.scenario, r.seed,
        e.study IS NOT NULL AS is_known,
        e.fingerprint IS NOT NULL AS is_comparable,
        coalesce(r.fingerprint = e.fingerprint, false) AS is_equal,
        CASE WHEN r.scenario_id <> e.scenario_id THEN s.parameters END AS parameters,
        CASE WHEN r.scenario_id <> e.scenario_id THEN e.parameters END AS reference_parameters,
        coalesce(r.ns_source, '') <> coalesce(e.ns_source, '') AS has_other_ns,
        coalesce(r.agents, '') <> coalesce(e.agents, '') AS has_other_agents,
        coalesce(r.tcl_digest, '') <> coalesce(e.tcl_digest, '') AS has_other_tcl,
        coalesce(r.code_digest, '') <> coalesce(e.code_digest, '') AS has_other_reader
    FROM runs AS r
    JOIN referred USING (study)
    JOIN scenarios AS s ON (s.study, s.scenario) = (r.study, r.scenario)
    LEFT JOIN reference_runs AS e ON (e.study, e.scenario, e.seed) = (r.study, r.scenario, r.seed)
    WHERE list_contains($studies, r.study)
    QUALIFY row_number() OVER (
        PARTITION BY r.study, r.run_id ORDER BY is_equal DESC, is_known DESC, r.scenario, r.seed
    ) = 1
)
SELECT
    * EXCLUDE (scenario, seed),
    CAST(count(*) AS INTEGER) AS runs,
    min(scenario) AS first_scenario,
    arg_min(seed, (scenario, seed)) AS first_seed
FROM beside GROUP BY ALL ORDER BY study, first_scenario, first_seed
