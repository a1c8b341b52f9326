-- How often, and how fast, flows come to equal shares.
SELECT scenario, topology, queueing, protocol, packet_error_percent,
       100 * max(mean) FILTER (quantity = 'converged') AS converged,
       max(mean) FILTER (quantity = 'convergence_s') AS time_s,
       max(high - mean) FILTER (quantity = 'convergence_s') AS half_s,
       max(n) FILTER (quantity = 'converged') AS n
FROM tcpeval_means WHERE scenario_set = 'experiments'
GROUP BY scenario, topology, queueing, protocol, packet_error_percent
HAVING converged IS NOT NULL
ORDER BY list_position(['dumbbell', 'parking-lot', 'simple-network'], topology), queueing,
    protocol, packet_error_percent
