-- The studies that the results are of.
SELECT study FROM studies ORDER BY study
