-- The tables of the database in use.
SHOW TABLES
