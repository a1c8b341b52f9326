-- kind: input
-- definition: What each node had done with the data packets of each colony (of the pair source_node and destination_node) by a time: forwarded, sent back to where they came from, sent back by it before, seen again, lost and why. Of runs that route by ants.
SELECT
    CAST(NULL AS VARCHAR) AS run_id,
    CAST(NULL AS BIGINT) AS time_ns,
    CAST(NULL AS INTEGER) AS node,
    CAST(NULL AS INTEGER) AS source_node,
    CAST(NULL AS INTEGER) AS destination_node,
    CAST(NULL AS BIGINT) AS forwarded,
    CAST(NULL AS BIGINT) AS sent_back,
    CAST(NULL AS BIGINT) AS sent_back_again,
    CAST(NULL AS BIGINT) AS revisits,
    CAST(NULL AS BIGINT) AS loops_of_2,
    CAST(NULL AS BIGINT) AS loops_of_3,
    CAST(NULL AS BIGINT) AS loops_of_4,
    CAST(NULL AS BIGINT) AS longer_loops,
    CAST(NULL AS BIGINT) AS dropped_ttl,
    CAST(NULL AS BIGINT) AS dropped_no_neighbour,
    CAST(NULL AS BIGINT) AS dropped_queue,
    CAST(NULL AS BIGINT) AS dropped_link_down
WHERE false
