-- What changes against the baseline: gains in per cent of it, and differences.
SELECT
    scenario || ' ' || min(baseline_scenario) AS scenario,
    topology, queueing, protocol, packet_error_percent, max(n) AS n,
    max(gain) FILTER (quantity = 'forward_bps') AS forward,
    max(gain_low) FILTER (quantity = 'forward_bps') AS forward_low,
    max(gain_high) FILTER (quantity = 'forward_bps') AS forward_high,
    max(gain) FILTER (quantity = 'reverse_bps') AS reverse,
    max(gain) FILTER (quantity = 'cross_bps') AS "cross",
    max(difference) FILTER (quantity = 'forward_fairness') AS fairness,
    max(difference) FILTER (quantity = 'forward_window_cuts') AS cuts,
    max(difference) FILTER (quantity = 'forward_timeouts') AS timeouts,
    max(difference) FILTER (quantity = 'bottleneck_loss_percent') AS loss,
    1e3 * max(difference) FILTER (quantity = 'bottleneck_delay_s') AS delay,
    max(difference) FILTER (quantity = 'forward_sent_again_percent') AS sent_again,
    max(gain) FILTER (quantity = 'web_response_s') AS web,
    max(difference) FILTER (quantity = 'video_loss_percent') AS video,
    max(difference) FILTER (quantity = 'voice_loss_percent') AS voice,
    1e3 * max(difference) FILTER (quantity = 'voice_jitter_s') AS jitter
FROM tcpeval_gains
WHERE scenario_set = $scenario_set
GROUP BY tcpeval_gains.scenario, topology, queueing, protocol, packet_error_percent
ORDER BY list_position(['dumbbell', 'parking-lot', 'simple-network'], topology), queueing,
    protocol, packet_error_percent
