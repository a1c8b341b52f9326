-- Each claim with its verdict and the query that gave it.
SELECT study, claim, page, statement, verdict, evidence, sql
FROM claims
ORDER BY study, claim;
