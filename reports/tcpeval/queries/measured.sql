-- The quantities that were measured in a topology.
SELECT DISTINCT quantity FROM tcpeval_means WHERE topology = $topology
