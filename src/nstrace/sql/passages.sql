-- What each flow did on each link that is traced, whether its ends are or not.
WITH each_packet AS (
    SELECT
        from_node, to_node, flow, source_node, source_port, destination_node, destination_port, uid,
        count(*) FILTER (event = '+') AS queued,
        count(*) FILTER (event = '-') AS departed,
        count(*) FILTER (event = 'r') AS arrived,
        count(*) FILTER (event IN ('d', 'e')) AS dropped,
        max(size_bytes) AS size_bytes,
        min(time_ns) FILTER (event = '+') AS queued_ns,
        max(time_ns) FILTER (event = '-') AS departed_ns,
        max(time_ns) FILTER (event = 'r') AS arrived_ns
    FROM packets_between_nodes
    WHERE source_node IS NOT NULL AND destination_node IS NOT NULL
        AND event IN ('+', '-', 'r', 'd', 'e')
    GROUP BY ALL
),
forwarded AS (
    SELECT
        *,
        CASE WHEN ends THEN arrived ELSE departed END AS forwarded_count,
        CASE WHEN ends THEN arrived_ns ELSE departed_ns END AS forwarded_ns
    FROM each_packet
    JOIN (
        SELECT from_node, to_node, sum(arrived) > 0 AS ends FROM each_packet GROUP BY ALL
    ) USING (from_node, to_node)
),
span AS (SELECT (max(time_ns) - min(time_ns)) / 1e9 AS span_s FROM packets)
SELECT
    from_node || '-' || to_node,
    format(
        'flow{} {}.{}-{}.{}', flow, source_node, source_port, destination_node, destination_port
    ),
    CAST(sum(queued) AS BIGINT),
    CAST(sum(forwarded_count) AS BIGINT),
    CAST(sum(dropped) AS BIGINT),
    8 * sum(size_bytes * forwarded_count) / nullif(any_value(span_s), 0),
    avg(forwarded_ns - queued_ns) / 1e9
FROM forwarded, span
GROUP BY from_node, to_node, flow, source_node, source_port, destination_node, destination_port
ORDER BY from_node, to_node, flow, source_node, source_port, destination_node, destination_port
