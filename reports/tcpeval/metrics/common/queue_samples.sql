-- kind: table
-- definition: What the counters of bottlenecks' queues said at each sample, with the bandwidth of the link, by the runs' parameters, and the beginning of the measured period.
-- needs: run_parameters
SELECT
    variables.run_id,
    seed,
    'link ' || source_node || '-' || destination_node AS subject,
    time_ns,
    bandwidth_bps,
    measured_from_ns,
    max(value) FILTER (variable = 'parrivals_') AS arrived_packets,
    max(value) FILTER (variable = 'pdrops_') AS dropped_packets,
    max(value) FILTER (variable = 'bdepartures_') AS departed_bytes,
    max(value) FILTER (variable = 'pkts_') AS queue_packets,
    max(value) FILTER (variable = 'packet_seconds_') AS packet_seconds
FROM variables
JOIN (
    SELECT
        run_id,
        seed,
        measured_from_ns,
        CAST(json_extract_string(link, '$.from') AS INTEGER) AS one_node,
        CAST(json_extract_string(link, '$.to') AS INTEGER) AS other_node,
        CAST(json_extract_string(link, '$.bandwidth_bps') AS DOUBLE) AS bandwidth_bps
    FROM (
        SELECT
            run_id,
            seed,
            CAST(round(1e9 * coalesce(
                CAST(json_extract_string(parameters, '$.measured_from_s') AS DOUBLE), 0
            )) AS BIGINT) AS measured_from_ns,
            unnest(CAST(json_extract(parameters, '$.topology.links') AS JSON[])) AS link
        FROM run_parameters
        WHERE json_extract_string(parameters, '$.bottlenecks[0].from') IS NOT NULL
    )
) AS links
    ON variables.run_id = links.run_id
    AND least(source_node, destination_node) = least(one_node, other_node)
    AND greatest(source_node, destination_node) = greatest(one_node, other_node)
WHERE variable IN ('parrivals_', 'pdrops_', 'bdepartures_', 'pkts_', 'packet_seconds_')
GROUP BY variables.run_id, seed, subject, time_ns, bandwidth_bps, measured_from_ns
