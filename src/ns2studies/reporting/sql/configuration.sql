-- The study's configuration, as JSON, and the scale that it was run at.
SELECT configuration, scale FROM studies WHERE study = $study
