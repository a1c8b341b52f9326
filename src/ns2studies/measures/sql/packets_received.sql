-- title: Data packets received
-- table: metrics
-- unit: packets
-- definition: Data packets that arrived at their destination, copies included.
-- source: thesis section 3.4
SELECT run_id, 'flow' || flow AS subject, CAST(coalesce(packets_received, 0) AS DOUBLE) AS value
FROM flow_totals
