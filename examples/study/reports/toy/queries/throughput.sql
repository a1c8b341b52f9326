-- The throughput by the length of the queues; with the scenario, each point has a receipt.
SELECT
    scenario,
    metric,
    subject,
    limit_packets,
    'NewReno' AS variant,
    mean / 1e6 AS value,
    ci_low / 1e6 AS low,
    ci_high / 1e6 AS high,
    n
FROM points
WHERE study = $study AND metric = 'unique_throughput'
ORDER BY limit_packets
