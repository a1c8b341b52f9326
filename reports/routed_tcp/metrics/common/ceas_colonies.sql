-- kind: input
-- definition: What had become of the ants of each colony (of the pair source_node and destination_node) by a time, by kind: normal ants and explorers. Of runs that route by ants.
SELECT
    CAST(NULL AS VARCHAR) AS run_id,
    CAST(NULL AS BIGINT) AS time_ns,
    CAST(NULL AS INTEGER) AS source_node,
    CAST(NULL AS INTEGER) AS destination_node,
    CAST(NULL AS VARCHAR) AS kind,
    CAST(NULL AS BIGINT) AS sent
WHERE false
