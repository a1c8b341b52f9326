-- All statements of a text.
SELECT * FROM claims WHERE study = $study ORDER BY claim
