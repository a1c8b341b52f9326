-- How many rows a table of results has of a study.
SELECT count(*) FROM query_table($results) WHERE study = $study
