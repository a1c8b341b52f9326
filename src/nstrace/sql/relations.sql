-- Tables and views that a query finds by their name alone, and whether they are this connection's own.
SELECT name, temporary
FROM (
    SELECT database_name, schema_name, lower(table_name) AS name, temporary FROM duckdb_tables()
    UNION ALL
    SELECT database_name, schema_name, lower(view_name), temporary FROM duckdb_views()
)
WHERE database_name IN ('temp', current_database()) AND schema_name IN current_schemas(true)
