-- How many values a table of many metrics has of one of them.
SELECT count(*) FROM query_table($results) WHERE study = $study AND metric = $metric
