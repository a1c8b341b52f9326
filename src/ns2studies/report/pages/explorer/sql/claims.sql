-- Statements of the texts, each with its verdict, the scale of its runs and, where there is one, the
-- reason of that verdict; of one that is open, what would decide it.
SELECT
    study,
    scale,
    claim,
    page,
    statement,
    claims.verdict,
    claims.evidence,
    nullif(concat_ws(': ', reasons.reason, parameter), '') AS reason,
    coalesce(words, 'To decide it: ' || would_decide || '.') AS why
FROM claims
JOIN studies USING (study)
LEFT JOIN reasons USING (study, claim, verdict)
ORDER BY study, claim
