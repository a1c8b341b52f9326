-- kind: input
-- definition: What each node holds about each neighbour as the next hop of each colony (of the pair source_node and destination_node), when it was written down: the probability. Of runs that route by ants.
SELECT
    CAST(NULL AS VARCHAR) AS run_id,
    CAST(NULL AS BIGINT) AS time_ns,
    CAST(NULL AS INTEGER) AS node,
    CAST(NULL AS INTEGER) AS source_node,
    CAST(NULL AS INTEGER) AS destination_node,
    CAST(NULL AS INTEGER) AS neighbour,
    CAST(NULL AS DOUBLE) AS probability
WHERE false
