-- How many printed cells or statements of all studies have which verdict.
SELECT verdict, count(*) FROM query_table($results) GROUP BY ALL
