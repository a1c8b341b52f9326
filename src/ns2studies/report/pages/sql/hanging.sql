-- Verdicts on the text's claims: of all, and of those that hang on no single choice that the text leaves open.
-- A claim hangs on a choice if another one changes its verdict, or if its reason is an unprinted parameter. What our
-- limits stand for is no such choice.
WITH hanging AS (
    SELECT study, claim FROM sensitivity WHERE flips AND NOT starts_with(choice, 'limits-')
    UNION
    SELECT study, claim FROM reasons
    WHERE kind = 'claim' AND reason = 'unprinted parameter'
)
SELECT
    verdict, count(*) AS claims,
    count(*) FILTER (claim NOT IN (SELECT claim FROM hanging WHERE study = $study)) AS robust
FROM claims
WHERE study = $study AND NOT list_contains(string_split($own, ' '), claim)
GROUP BY verdict ORDER BY claims DESC, verdict
