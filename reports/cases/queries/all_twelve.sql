-- All that was measured of TCP on twelve nodes; rates in kb/s.
SELECT
    system, variant, background_kbps,
    max(mean) FILTER (metric = 'tcp_connect_time') AS connect,
    max(ci_high - mean) FILTER (metric = 'tcp_connect_time') AS connect_half,
    max(mean) FILTER (metric = 'tcp_throughput') / 1e3 AS throughput,
    max(ci_high - mean) FILTER (metric = 'tcp_throughput') / 1e3 AS throughput_half,
    max(mean) FILTER (metric = 'tcp_goodput') / 1e3 AS goodput,
    max(ci_high - mean) FILTER (metric = 'tcp_goodput') / 1e3 AS goodput_half,
    max(mean) FILTER (metric = 'tcp_retransmitted') AS retransmitted,
    max(ci_high - mean) FILTER (metric = 'tcp_retransmitted') AS retransmitted_half,
    100 * max(mean) FILTER (metric = 'tcp_connected') AS connected,
    max(n) FILTER (metric = 'tcp_throughput') AS n
FROM (SELECT *, system_of(routing, previous_hop_memory) AS system FROM points)
WHERE study = $study AND scenario_set IN ('twelve', 'twelve-baseline') AND event = $event
    AND subject IN ('flow1', 'flow1 whole')
GROUP BY system, variant, background_kbps
ORDER BY place_of(system), variant, background_kbps
