-- Claims whose verdict differs; a claim that a set lacks is absent.
SELECT
    claim,
    coalesce(b.statement, a.statement, claim) AS statement,
    coalesce(a.verdict, 'absent') AS verdict_a,
    coalesce(b.verdict, 'absent') AS verdict_b,
    a.evidence AS evidence_a,
    b.evidence AS evidence_b,
    coalesce(has_other_query, false) AS has_other_query,
    coalesce(other_tables, []) AS other_tables
FROM set_a.claims AS a FULL JOIN set_b.claims AS b USING (claim)
LEFT JOIN changed_queries USING (claim)
WHERE a.verdict IS DISTINCT FROM b.verdict
ORDER BY claim
