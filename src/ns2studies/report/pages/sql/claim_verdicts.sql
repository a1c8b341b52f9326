-- The verdicts on a study's statements by results or by the reference.
SELECT claim, verdict FROM query_table($results) WHERE study = $study
