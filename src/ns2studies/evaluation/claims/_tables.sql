-- What the claims of several studies look at.

-- The values of single runs, by seed: scenarios with the same seed share random numbers where both
-- make their generators alike. A table, as most claims ask it.
CREATE OR REPLACE TEMP TABLE values_by_seed AS
SELECT
    study, scenario, metric, subject,
    map(list(seed ORDER BY seed), list(value ORDER BY seed)) AS runs
FROM metrics
GROUP BY ALL;

-- Student's quantiles by number of values, in one row.
CREATE OR REPLACE TEMP VIEW student_quantiles AS
SELECT map(list(n), list(quantile)) AS quantiles FROM student_t;
