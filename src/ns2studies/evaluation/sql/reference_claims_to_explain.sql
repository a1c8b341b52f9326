-- Statements whose verdict needs a reason in the reference alone.
SELECT claim, reference.verdict
FROM claims JOIN reference_claims AS reference USING (study, claim)
WHERE reference.verdict IN $verdicts AND claims.verdict NOT IN $verdicts
ORDER BY claim
