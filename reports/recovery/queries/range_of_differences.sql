-- The least and the largest difference from a printed value that differs.
SELECT min(ours - published), max(ours - published) FROM comparison
WHERE study = $study AND verdict IN ('close', 'off')
