-- What a page says of its study: where it is from, and what the page was made of. Scenarios that say
-- the same share their runs.
SELECT
    source, scale,
    (SELECT count(*) FROM claims WHERE study = $study) AS statements,
    (SELECT count(DISTINCT run_id) FROM runs WHERE study = $study) AS runs
FROM studies WHERE study = $study
