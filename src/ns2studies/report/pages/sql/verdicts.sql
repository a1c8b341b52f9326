-- The verdicts of a study in one of the tables of results, or of the reference, a row each.
SELECT verdict FROM query_table($results) WHERE study = $study
