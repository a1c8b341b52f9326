-- Every statement with its verdict, and what speaks for that and for its reason.
SELECT claim, statement, page, claims.verdict,
    claims.evidence || coalesce('. To decide it: ' || would_decide, '') AS evidence,
    concat_ws(': ', reasons.reason, parameter) AS reason,
    concat_ws(' ', words, CASE WHEN reasons.evidence <> words
        THEN 'Evidence: ' || reasons.evidence || '.' END) AS why
FROM claims LEFT JOIN reasons USING (study, claim)
WHERE study = $study ORDER BY claim
