-- The scale that each study was run at.
SELECT study, scale FROM studies
