-- The studies beside whose results the page shows the reference.
SELECT study FROM studies
WHERE scale <> $full AND study IN (
    SELECT study FROM reference_claims UNION SELECT study FROM reference_comparison
)
