-- Claims whose verdict is not the same in both sets; one that a set lacks has no verdict there. A claim's
-- query is another one if a macro is that it calls.
SELECT
    claim,
    coalesce(b.statement, a.statement, claim) AS statement,
    a.verdict AS verdict_a,
    b.verdict AS verdict_b,
    a.evidence AS evidence_a,
    b.evidence AS evidence_b,
    coalesce(a.query_digest <> b.query_digest, a.sql <> b.sql, false) AS is_asked_otherwise
FROM set_a.claims AS a FULL JOIN set_b.claims AS b USING (claim)
WHERE a.verdict IS DISTINCT FROM b.verdict
ORDER BY claim
