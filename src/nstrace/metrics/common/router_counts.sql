-- kind: table
-- definition: How much the counters of CEAS routers grew in each part of a run with TCP, by colony and node: by their samples at or before the part's ends.
-- needs: tcp_phases
SELECT
    run_id,
    source_node || '-' || destination_node AS subject,
    phase,
    node,
    counter,
    coalesce(max(value) FILTER (time_ns <= 1000 * end_us), 0)
        - coalesce(max(value) FILTER (time_ns <= 1000 * start_us), 0) AS count
FROM (
    SELECT
        run_id, source_node, destination_node, node, time_ns,
        unnest([
            'forwarded', 'sent_back', 'revisits', 'ttl', 'no neighbour', 'queue', 'link down'
        ]) AS counter,
        unnest([
            forwarded, sent_back, revisits, dropped_ttl, dropped_no_neighbour, dropped_queue,
            dropped_link_down
        ]) AS value
    FROM ceas_data
    WHERE source_node IS NOT NULL
)
JOIN tcp_phases USING (run_id)
GROUP BY run_id, source_node, destination_node, phase, node, counter
