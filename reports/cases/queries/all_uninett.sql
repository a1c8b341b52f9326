-- All that was measured of TCP on UNINETT; rates in Mb/s.
SELECT
    ['4-51', '12-51', '41-51', '47-51'][CAST(flow[-1] AS BIGINT)] AS connection,
    system, packet_bytes,
    max(mean) FILTER (metric = 'tcp_connect_time') AS connect,
    max(ci_high - mean) FILTER (metric = 'tcp_connect_time') AS connect_half,
    max(mean) FILTER (metric = 'tcp_throughput') / 1e6 AS throughput,
    max(ci_high - mean) FILTER (metric = 'tcp_throughput') / 1e6 AS throughput_half,
    max(mean) FILTER (metric = 'tcp_goodput') / 1e6 AS goodput,
    max(ci_high - mean) FILTER (metric = 'tcp_goodput') / 1e6 AS goodput_half,
    max(mean) FILTER (metric = 'tcp_retransmitted') AS retransmitted,
    max(ci_high - mean) FILTER (metric = 'tcp_retransmitted') AS retransmitted_half,
    100 * max(mean) FILTER (metric = 'tcp_connected') AS connected,
    max(n) FILTER (metric = 'tcp_throughput') AS n
FROM (
    SELECT
        *, split_part(subject, ' ', 1) AS flow,
        system_of(routing, previous_hop_memory) AS system
    FROM points
)
WHERE study = $study AND replace(scenario_set, '-baseline', '') = $scenario_set
    AND starts_with(flow, 'flow') AND subject IN (flow, flow || ' whole')
GROUP BY flow, system, packet_bytes
ORDER BY flow, place_of(system), packet_bytes
