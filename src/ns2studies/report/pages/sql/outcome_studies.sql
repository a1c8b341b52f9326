-- The studies, each with how many runs it has.
SELECT
    study, title, scale, (SELECT count(DISTINCT run_id) FROM runs WHERE runs.study = studies.study)
FROM studies ORDER BY study
