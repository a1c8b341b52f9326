-- Statements of the texts, each with its verdict and, where there is one, the reason of that verdict.
SELECT
    study,
    claim,
    page,
    statement,
    claims.verdict,
    claims.evidence,
    nullif(concat_ws(': ', reasons.reason, parameter), '') AS reason,
    words AS why
FROM claims
LEFT JOIN reasons USING (study, claim, verdict)
ORDER BY study, claim
