-- The relation that link_utilisation asks (metrics/sql/common/link_bandwidths.sql), of $links
-- that a user gives.
CREATE TEMP TABLE link_bandwidths AS
SELECT
    run_id, CAST(link.from_node AS INTEGER) AS from_node, CAST(link.to_node AS INTEGER) AS to_node,
    CAST(link.rate AS DOUBLE) AS bandwidth_bps
FROM (SELECT unnest($links) AS link), (SELECT DISTINCT run_id FROM packets)
