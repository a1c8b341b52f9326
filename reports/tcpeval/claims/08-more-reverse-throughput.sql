-- page: 5.1
-- statement: Our question to a metric of which no result is printed: the reverse flows gain throughput, too, on every topology.
-- question: ours
FROM more_claim('reverse_bps', all_topologies(), all_queueing())
