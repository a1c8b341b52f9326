-- How many printed cells have which verdict, by study.
SELECT study, verdict, count(*) FROM query_table($results) GROUP BY ALL ORDER BY ALL
