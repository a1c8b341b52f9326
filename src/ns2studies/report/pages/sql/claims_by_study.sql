-- The verdict on each statement, by study.
SELECT study, claim, verdict FROM query_table($results) ORDER BY ALL
