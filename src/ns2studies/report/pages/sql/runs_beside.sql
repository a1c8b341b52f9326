-- Runs of a study beside the reference's, by scenario and seed: how many give the same rows there,
-- and how many do not. These give others, or are of scenarios that the reference lacks in a set
-- that it has: somebody edited a parameter or a grid. More seeds and whole sets more edit nothing.
WITH known AS (SELECT DISTINCT scenario FROM reference_runs WHERE study = $study),
beside AS (
    SELECT
        runs.fingerprint AS ours,
        reference.fingerprint AS theirs,
        runs.scenario IN (SELECT scenario FROM known) AS is_known,
        split_part(runs.scenario, '/', 1) IN (
            SELECT split_part(scenario, '/', 1) FROM known
        ) AS is_of_known_set
    FROM runs LEFT JOIN reference_runs AS reference USING (study, scenario, seed)
    WHERE study = $study
)
SELECT
    count(*) FILTER (ours = theirs) AS alike,
    count(*) FILTER (ours <> theirs OR (NOT is_known AND is_of_known_set)) AS different
FROM beside
