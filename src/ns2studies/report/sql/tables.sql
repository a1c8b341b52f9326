-- The names of the results' tables.
SELECT table_name FROM duckdb_tables()
