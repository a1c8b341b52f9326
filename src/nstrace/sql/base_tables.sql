-- How many tables of this name a stored trace has that are no views.
SELECT count(*)
FROM duckdb_tables()
WHERE database_name = 'trace' AND schema_name = 'main' AND NOT temporary AND table_name = $name
