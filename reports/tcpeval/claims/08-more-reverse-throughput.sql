-- page: 5.1
-- statement: The reverse flows gain throughput, too, on every topology.
FROM more_claim('reverse_bps', all_topologies(), all_queueing())
