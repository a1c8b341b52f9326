-- Names of the tables and views of a database, sorted.
SELECT table_name FROM information_schema.tables
WHERE table_schema = 'main' ORDER BY table_name
