-- A table's columns that DuckDB computes when asked. Before version 2, what a column is computed from
-- is shown as its default.
SELECT column_name
FROM duckdb_columns()
WHERE
    database_name = 'trace'
    AND schema_name = 'main'
    AND table_name = $name
    AND column_default IS NOT NULL;
