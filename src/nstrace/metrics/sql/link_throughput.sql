-- title: Throughput of a link
-- subject: links and queues
-- table: metrics
-- unit: bit/s
-- range: from 0
-- definition: Bits of packets of all types that left a link's queue over the run's period. In a dumb-bell, the middle link's two directions are the aggregate forward and reverse throughput.
-- source: ours; the study of SACK PR reports forward and reverse throughput, but does not say how it is taken
-- needs: link_loads
SELECT
    run_id,
    'link ' || from_node || '-' || to_node AS subject,
    8e9 * bytes_carried / period_ns AS value
FROM link_loads
WHERE period_ns > 0
