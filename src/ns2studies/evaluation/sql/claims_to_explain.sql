-- Statements whose verdict needs a reason.
SELECT claim, verdict FROM claims WHERE verdict IN $verdicts ORDER BY claim
