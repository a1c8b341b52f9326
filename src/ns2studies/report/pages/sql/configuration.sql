-- The study's configuration, as JSON.
SELECT configuration FROM studies WHERE study = $study
