-- What a page says of its study: where it is from, and what the page was made of. Scenarios that say
-- the same share their runs.
WITH made AS (
    SELECT
        count(DISTINCT run_id) AS runs,
        count(DISTINCT scenario) AS scenarios,
        min(seed) AS first_seed,
        max(seed) AS last_seed
    FROM runs
    WHERE study = $study
)
SELECT
    source, scale,
    (SELECT count(*) FROM claims WHERE study = $study) AS statements,
    made.*
FROM studies, made
WHERE study = $study
