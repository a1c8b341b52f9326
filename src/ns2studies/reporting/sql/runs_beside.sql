-- Runs of a study that the reference has, too, by scenario and seed: how many give the same rows
-- there, and how many give others, as after an edit.
SELECT
    count(*) FILTER (runs.fingerprint = reference.fingerprint) AS alike,
    count(*) FILTER (runs.fingerprint <> reference.fingerprint) AS different
FROM runs JOIN reference_runs AS reference USING (study, scenario, seed)
WHERE study = $study
