-- title: Packet loss of a link
-- subject: links and queues
-- table: metrics
-- unit: %
-- range: 0 to 100
-- definition: Data packets dropped on a link over those that came to it: what entered its queue and what was dropped in front of it. A packet that a loop brings there again counts again.
-- source: ours
-- needs: link_loads, drops
SELECT
    run_id,
    'link ' || from_node || '-' || to_node AS subject,
    100 * coalesce(dropped, 0)
    / (coalesce(data_packets_queued, 0) + coalesce(dropped_in_front, 0)) AS value
FROM link_loads
FULL JOIN (
    SELECT
        run_id,
        from_node,
        to_node,
        count(*) AS dropped,
        count(*) FILTER (NOT entered_queue) AS dropped_in_front
    FROM drops
    GROUP BY run_id, from_node, to_node
) USING (run_id, from_node, to_node)
WHERE coalesce(data_packets_queued, 0) + coalesce(dropped_in_front, 0) > 0
