-- Names of the tables and views of a study's database, and which of them are views.
SELECT table_name, false FROM duckdb_tables() WHERE database_name = $name
UNION ALL
SELECT view_name, true FROM duckdb_views() WHERE database_name = $name AND NOT internal
ORDER BY ALL
