-- Whether an attached trace holds a table of this name, rather than a view.
SELECT count(*)
FROM duckdb_tables()
WHERE
    database_name = 'trace'
    AND schema_name = 'main'
    AND NOT temporary
    AND table_name = $name;
