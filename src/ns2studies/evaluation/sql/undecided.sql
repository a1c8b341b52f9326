-- What would decide statements that are undecided, with which these are.
SELECT study, would_decide, list(claim ORDER BY claim), count(*), bool_or(may_be)
FROM (
    SELECT *, EXISTS(
        FROM claim_needs AS needs
        WHERE (needs.study, needs.claim) = (claims.study, claims.claim)
    ) AS may_be
    FROM claims WHERE study IN $studies AND would_decide IS NOT NULL
)
GROUP BY study, would_decide ORDER BY bool_or(may_be) DESC, min(more_runs), study, would_decide
