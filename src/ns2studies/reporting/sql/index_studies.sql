-- The studies and what there is of each.
SELECT study, title, scale, source,
       (SELECT count(*) FROM runs WHERE runs.study = studies.study) AS runs
FROM studies ORDER BY study
