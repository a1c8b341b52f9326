-- What each statement depends on: its verdict in the world of each choice, beside that here.
SELECT sensitivity.*, statement, claims.verdict AS verdict_here
FROM sensitivity JOIN claims USING (study, claim)
WHERE study = $study ORDER BY claim, choice
