-- All statements, with the scale of our results and why ours differ: the kind of reason, and the parameter
-- that it names, alone and together.
SELECT study, scale, claim, statement, claims.verdict,
       coalesce(reasons.reason, '') AS kind, parameter,
       concat_ws(': ', reasons.reason, parameter) AS reason,
       coalesce(words, claims.evidence) AS why
FROM claims JOIN studies USING (study) LEFT JOIN reasons USING (study, claim)
ORDER BY study, claim
