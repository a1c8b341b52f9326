-- Columns of a stored trace's table that are computed. Before version 2, DuckDB shows their
-- expression as their default.
SELECT column_name
FROM duckdb_columns()
WHERE
    database_name = 'trace'
    AND schema_name = 'main'
    AND table_name = $name
    AND column_default IS NOT NULL
