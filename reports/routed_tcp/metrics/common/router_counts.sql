-- kind: table
-- definition: How much the counters of CEAS routers grew in each part of a run with TCP, by colony and node: by their samples at or before the part's ends. What is dropped at the very moment of an event counts as its consequence.
-- needs: ceas_data, tcp_phases
SELECT
    run_id,
    source_node || '-' || destination_node AS subject,
    phase,
    node,
    counter,
    coalesce(max(value) FILTER (time_ns <= 1000 * end_us - early_ns OR end_us = last_us), 0)
        - coalesce(max(value) FILTER (time_ns <= 1000 * start_us - early_ns), 0) AS count
FROM (
    SELECT
        run_id, source_node, destination_node, node, time_ns,
        unnest([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]) AS early_ns,
        unnest([
            'forwarded', 'sent_back', 'sent_back_again', 'revisits', 'loops of 2', 'loops of 3',
            'loops of 4', 'longer loops', 'ttl', 'no neighbour', 'queue', 'link down'
        ]) AS counter,
        unnest([
            forwarded, sent_back, sent_back_again, revisits, loops_of_2, loops_of_3, loops_of_4,
            longer_loops, dropped_ttl, dropped_no_neighbour, dropped_queue, dropped_link_down
        ]) AS value
    FROM ceas_data
    WHERE source_node IS NOT NULL
)
JOIN (
    SELECT *, max(end_us) OVER (PARTITION BY run_id) AS last_us FROM tcp_phases
) AS phases USING (run_id)
GROUP BY run_id, source_node, destination_node, phase, node, counter
