-- kind: input
-- definition: Bandwidth of links, which a trace does not say. Give run_id, from_node, to_node, bandwidth_bps; each direction of a link is one of its own.
SELECT
    CAST(NULL AS VARCHAR) AS run_id,
    CAST(NULL AS INTEGER) AS from_node,
    CAST(NULL AS INTEGER) AS to_node,
    CAST(NULL AS DOUBLE) AS bandwidth_bps
WHERE false
