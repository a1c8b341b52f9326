-- Claims whose verdict is not the same in both sets; one that a set lacks has no verdict there.
SELECT
    claim,
    coalesce(b.statement, a.statement, claim) AS statement,
    a.verdict AS verdict_a,
    b.verdict AS verdict_b,
    a.evidence AS evidence_a,
    b.evidence AS evidence_b,
    coalesce(by_another_query, false) AS by_another_query,
    coalesce(other_tables, []) AS other_tables
FROM set_a.claims AS a FULL JOIN set_b.claims AS b USING (claim)
LEFT JOIN asked_otherwise USING (claim)
WHERE a.verdict IS DISTINCT FROM b.verdict
ORDER BY claim
