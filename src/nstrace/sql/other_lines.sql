-- How many lines each table has but that of packets on wires: in one query, since to ask takes longer than
-- to count.
SELECT 'links' AS name, count(*) AS lines FROM links
UNION ALL SELECT 'wireless', count(*) FROM wireless
UNION ALL SELECT 'variables', count(*) FROM variables
UNION ALL SELECT 'tcp_states', count(*) FROM tcp_states
UNION ALL SELECT 'tcp_events', count(*) FROM tcp_events
UNION ALL SELECT 'queues', count(*) FROM queues
UNION ALL SELECT 'queue_variables', count(*) FROM queue_variables
UNION ALL SELECT 'flows', count(*) FROM flows
UNION ALL SELECT 'movements', count(*) FROM movements
UNION ALL SELECT 'energy', count(*) FROM energy
UNION ALL SELECT 'labels', count(*) FROM labels
UNION ALL SELECT 'ldp', count(*) FROM ldp
UNION ALL SELECT 'nam', count(*) FROM nam
UNION ALL SELECT 'annotations', count(*) FROM annotations
UNION ALL SELECT 'logs', count(*) FROM logs
UNION ALL SELECT 'series', count(*) FROM series
UNION ALL SELECT 'rejects', count(*) FROM rejects
