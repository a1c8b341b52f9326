-- title: Label operations
-- subject: routing
-- table: label_operations
-- unit: packets
-- definition: How often each label switching router did what with packets for each destination while label operations were traced. L3 means that the packet was forwarded by its IP address.
-- source: M. Kazmi's thesis (study mpls), section 3.6
SELECT
    run_id,
    'node ' || node AS subject,
    destination_node,
    state,
    operation,
    count(*) AS packets
FROM labels
GROUP BY run_id, node, destination_node, state, operation
