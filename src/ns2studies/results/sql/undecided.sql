-- What would decide statements that are undecided, with which these are.
SELECT would_decide, list(claim ORDER BY claim), count(*), bool_or(may_be),
    list(DISTINCT study ORDER BY study)
FROM (
    SELECT *, EXISTS(
        FROM claim_needs AS needs
        WHERE (needs.study, needs.claim) = (claims.study, claims.claim)
    ) AS may_be
    FROM claims WHERE study IN $studies AND would_decide IS NOT NULL
)
GROUP BY would_decide ORDER BY bool_or(may_be) DESC, min(more_runs), would_decide
