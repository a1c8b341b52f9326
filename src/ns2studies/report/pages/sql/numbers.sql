-- All published values that are known, beside ours.
SELECT study, item, "row", "column", published, ours, replayed, unit, n, verdict
FROM comparison
WHERE published IS NOT NULL
ORDER BY study, position
