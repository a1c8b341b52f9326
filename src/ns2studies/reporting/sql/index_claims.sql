-- All statements, with why ours differ.
SELECT study, claim, statement, claims.verdict,
       concat_ws(': ', reasons.reason, parameter) AS reason,
       coalesce(words, claims.evidence) AS why
FROM claims LEFT JOIN reasons USING (study, claim)
ORDER BY study, claim
