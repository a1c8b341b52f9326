-- What there are runs of.
SELECT DISTINCT scenario_set, topology, queueing, protocol FROM tcpeval_means ORDER BY ALL
