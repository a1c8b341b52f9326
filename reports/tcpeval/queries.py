"""Queries of the page of study ``tcpeval``, over the tables that ``derived/tcpeval`` makes."""

CONFIGURATION = "SELECT configuration FROM studies WHERE study = $study"

RUN = """
SELECT DISTINCT scenario_set, topology, queueing, protocol FROM tcpeval_means ORDER BY ALL"""
"""What there are runs of."""

NOMINAL = """
SELECT DISTINCT queueing, protocol, packet_error_percent, mean / ? AS value, low / ? AS low,
       high / ? AS high, n
FROM tcpeval_means
WHERE topology = ? AND quantity = ? AND packet_error_percent >= ?
ORDER BY packet_error_percent, queueing, protocol"""

GAINS = """
SELECT DISTINCT queueing, protocol, packet_error_percent, gain AS value, gain_low AS low,
       gain_high AS high, n
FROM tcpeval_gains
WHERE topology = ? AND quantity = ? AND packet_error_percent >= ? AND gain IS NOT NULL
ORDER BY packet_error_percent, queueing, protocol"""

DUMBBELL_GAINS = """
SELECT packet_error_percent, gain, gain_low, gain_high, n FROM tcpeval_gains
WHERE scenario_set = 'experiments' AND topology = 'dumbbell' AND queueing = 'drop-tail'
    AND quantity = 'forward_bps' AND protocol = ? AND packet_error_percent > 0
    AND gain IS NOT NULL
ORDER BY packet_error_percent"""

TABLE_1 = """
SELECT experiment, any_value(protocol) AS protocol, any_value(topology) AS topology,
       any_value(queueing) AS queueing, count(*) AS rates, sum(replications) AS runs
FROM tcpeval_experiments GROUP BY experiment ORDER BY experiment"""

SHARES = """
SELECT topology, queueing, protocol, packet_error_percent, subject, mean, n
FROM points
WHERE study = $study AND scenario_set = 'experiments' AND metric = 'class_flow_share'
    AND starts_with(subject, 'forward ')
ORDER BY topology, queueing, protocol, packet_error_percent, subject"""

FAIRNESS = """
SELECT topology, queueing, protocol, packet_error_percent,
       max(mean) FILTER (quantity = 'forward_fairness') AS fairness,
       max(mean) FILTER (quantity = 'least_share_percent') AS least,
       max(mean) FILTER (quantity = 'largest_share_percent') AS largest
FROM tcpeval_means WHERE scenario_set = 'experiments'
GROUP BY topology, queueing, protocol, packet_error_percent"""

AGAINST_BASELINE = """
SELECT
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
WHERE scenario_set = ?
GROUP BY topology, queueing, protocol, packet_error_percent
ORDER BY list_position(['dumbbell', 'parking-lot', 'simple-network'], topology), queueing,
    protocol, packet_error_percent"""

CONVERGENCE = """
SELECT topology, queueing, protocol, packet_error_percent,
       100 * max(mean) FILTER (quantity = 'converged') AS converged,
       max(mean) FILTER (quantity = 'convergence_s') AS time_s,
       max(high - mean) FILTER (quantity = 'convergence_s') AS half_s,
       max(n) FILTER (quantity = 'converged') AS n
FROM tcpeval_means WHERE scenario_set = 'experiments'
GROUP BY topology, queueing, protocol, packet_error_percent
HAVING converged IS NOT NULL
ORDER BY list_position(['dumbbell', 'parking-lot', 'simple-network'], topology), queueing,
    protocol, packet_error_percent"""

OVER_TIME = """
SELECT subject AS flow, 5 * floor(time_s / 5) AS time_s, avg(throughput_bps) / 1e6 AS rate
FROM class_series JOIN scenarios USING (study, scenario)
WHERE study = ? AND scenario_set = 'experiments' AND topology = 'dumbbell'
    AND queueing = 'drop-tail' AND protocol = ? AND packet_error_percent = ?
    AND traffic_class = 'forward'
GROUP BY ALL ORDER BY subject, time_s"""

COST = """
SELECT avg(cpu_s) FROM runs JOIN scenarios USING (study, scenario)
WHERE study = ? AND scenario_set = 'experiments' AND topology = 'dumbbell'
    AND packet_error_percent = 0 AND protocol = ?"""

PRICE = """
SELECT topology, queueing, packet_error_percent, mean, baseline_mean, difference_low,
       difference_high
FROM tcpeval_gains
WHERE scenario_set = 'experiments' AND quantity = 'video_loss_percent' AND protocol = ?
ORDER BY difference DESC, topology, queueing, packet_error_percent LIMIT 1"""
