-- The studies, by name.
SELECT study, title, scale, source,
       (SELECT count(DISTINCT run_id) FROM runs WHERE runs.study = studies.study) AS runs
FROM studies ORDER BY study
