-- All statements, with the scale of our results and why ours differ.
SELECT study, scale, claim, statement, claims.verdict,
       concat_ws(': ', reasons.reason, parameter) AS reason,
       coalesce(words, claims.evidence) AS why
FROM claims JOIN studies USING (study) LEFT JOIN reasons USING (study, claim)
ORDER BY study, claim
