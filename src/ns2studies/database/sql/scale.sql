-- The scale that a study was run at.
SELECT scale FROM studies WHERE study = $study
