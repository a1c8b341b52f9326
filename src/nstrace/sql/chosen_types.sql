-- The types of packets that are data (metrics/sql/common/data_types.sql), as a user chose them.
CREATE TEMP TABLE data_types AS
SELECT DISTINCT unnest(CAST($types AS VARCHAR[])) AS type, 0 AS bare_header_bytes
