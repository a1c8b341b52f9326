-- The reference's verdicts, a row each.
SELECT verdict FROM query_table($results) WHERE study = $study
