-- Throughput of a connection through UNINETT, in Mb/s.
SELECT system, packet_bytes || ' bytes' AS packets, mean / 1e6 AS value, ci_low / 1e6 AS low,
       ci_high / 1e6 AS high, n, [value / 1e6 FOR value IN singles] AS singles,
       scenario, metric, subject
FROM (SELECT *, system_of(routing, previous_hop_memory) AS system FROM points)
WHERE study = $study AND replace(scenario_set, '-baseline', '') = $scenario_set
    AND metric = 'tcp_throughput' AND subject = $subject
ORDER BY place_of(system), packet_bytes
