-- The studies by name.
SELECT study, title FROM studies ORDER BY study
