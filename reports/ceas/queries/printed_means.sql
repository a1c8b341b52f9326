-- Printed values of Table 4.2 beside the intervals of ours.
SELECT c.row, c."column", c.published, c.ours, c.ci_low, c.ci_high, c.n, c.unit,
       CASE WHEN published IS NULL OR ci_low IS NULL THEN NULL
            WHEN published BETWEEN ci_low AND ci_high THEN 'inside' ELSE 'outside' END AS place
FROM comparison AS c
WHERE study = $study AND item = 'Table 4.2' AND n > 1 ORDER BY position
