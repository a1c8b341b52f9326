"""Queries of the page of study ``cases``; those without ``$study`` take it first.

Sets that are left out at a scale leave out their axes' columns, too: the network of the sets
``networks`` is read from the scenario's name.
"""

SYSTEM = """
CASE coalesce(routing, 'ceas')
    WHEN 'link-state' THEN 'LSRP'
    WHEN 'distance-vector' THEN 'DVR'
    ELSE CASE WHEN previous_hop_memory THEN 'CEAS with memory' ELSE 'CEAS' END
END"""
"""The name of what routes."""

_IN_ORDER = "list_position(['CEAS', 'CEAS with memory', 'LSRP', 'DVR'], system)"

_NAMED = f"(SELECT *, {SYSTEM} AS system FROM points)"

OVER_LOAD = f"""
SELECT system, variant, background_kbps, mean AS value, ci_low AS low, ci_high AS high, n,
       singles, scenario, metric, subject
FROM {_NAMED}
WHERE study = ? AND scenario_set IN ('twelve', 'twelve-baseline') AND event = ? AND metric = ?
    AND subject = ?
ORDER BY background_kbps, system, variant"""

UNCONNECTED = f"""
SELECT system, variant, background_kbps, round(n * (1 - mean)) AS failed, n
FROM {_NAMED}
WHERE study = $study AND scenario_set IN ('twelve', 'twelve-baseline') AND event = 'steady'
    AND metric = 'tcp_connected' AND subject = 'flow1' AND mean < 1
    AND NOT coalesce(previous_hop_memory, false)
ORDER BY system, variant, background_kbps"""

AT_LOAD = f"""
SELECT mean / 1e3 FROM {_NAMED}
WHERE study = ? AND scenario_set IN ('twelve', 'twelve-baseline') AND event = 'steady'
    AND metric = 'tcp_goodput' AND subject = 'flow1 whole' AND variant = 'sack'
    AND background_kbps = ? AND system = ?"""

RETRANSMITTED = f"""
SELECT {SYSTEM} AS system, 10 * (time_s // 10) AS time_s,
       sum(retransmitted_packets) / 10 AS rate
FROM tcp_series JOIN scenarios USING (study, scenario)
WHERE study = ? AND scenario_set IN ('twelve', 'twelve-baseline') AND event = 'failures'
    AND background_kbps = 1000 AND variant = ? AND seed = 1
    AND NOT coalesce(previous_hop_memory, false)
GROUP BY ALL ORDER BY system, time_s"""

UNINETT_SET = """
SELECT scenario_set FROM runs JOIN scenarios USING (study, scenario)
WHERE study = $study AND scenario_set IN ('uninett', 'small-uninett')
ORDER BY scenario_set = 'small-uninett' LIMIT 1"""

UNINETT = f"""
SELECT system, packet_bytes || ' bytes' AS packets, mean / 1e6 AS value, ci_low / 1e6 AS low,
       ci_high / 1e6 AS high, n, [value / 1e6 FOR value IN singles] AS singles,
       scenario, metric, subject
FROM {_NAMED}
WHERE study = ? AND replace(scenario_set, '-baseline', '') = ? AND metric = 'tcp_throughput'
    AND subject = ?
ORDER BY {_IN_ORDER}, packet_bytes"""

RATES = f"""
SELECT {SYSTEM} AS system, time_s, goodput_bps / 1e6 AS rate
FROM tcp_series JOIN scenarios USING (study, scenario)
WHERE study = ? AND replace(scenario_set, '-baseline', '') = ? AND packet_bytes = 1500 AND seed = 1
    AND subject = 'flow1'
ORDER BY system, time_s"""

MOMENTS = """
SELECT subject AS event, value AS time_s FROM metrics
WHERE study = ? AND scenario = ? || '/false/1500' AND seed = 1 AND metric = 'event_time'"""

_LOOPS = """
sum(mean) FILTER (NOT previous_hop_memory AND length = '2') AS of_2,
sum(mean) FILTER (NOT previous_hop_memory AND length = '3') AS of_3,
sum(mean) FILTER (NOT previous_hop_memory AND length = '4') AS of_4,
sum(mean) FILTER (NOT previous_hop_memory AND length = 'more') AS of_longer,
sum(mean) FILTER (previous_hop_memory AND length = '2') AS memory_2,
sum(mean) FILTER (previous_hop_memory AND length = '3') AS memory_3,
sum(mean) FILTER (previous_hop_memory AND length = '4') AS memory_4,
sum(mean) FILTER (previous_hop_memory AND length = 'more') AS memory_longer,
max(n) AS n"""

LOOPS_TWELVE = f"""
SELECT event, variant, background_kbps, {_LOOPS}
FROM (SELECT *, split_part(subject, ' ', 3) AS length FROM points)
WHERE study = $study AND scenario_set = 'twelve' AND metric = 'ceas_loops'
    AND split_part(subject, ' ', 1) = CASE event WHEN 'transient' THEN '7-10' ELSE '0-10' END
    AND split_part(subject, ' ', 2) = 'whole'
GROUP BY event, variant, background_kbps
ORDER BY list_position(['steady', 'failures', 'transient'], event), variant, background_kbps"""

LOOPS_UNINETT = f"""
SELECT split_part(subject, ' ', 1) AS colony, packet_bytes, {_LOOPS}
FROM (SELECT *, split_part(subject, ' ', 3) AS length FROM points)
WHERE study = ? AND scenario_set = ? AND metric = 'ceas_loops'
    AND split_part(subject, ' ', 1) IN ('4-51', '12-51', '41-51', '47-51')
    AND split_part(subject, ' ', 2) = 'whole'
GROUP BY colony, packet_bytes
ORDER BY list_position(['4-51', '12-51', '41-51', '47-51'], colony), packet_bytes"""

_MEASURED = """
max(mean) FILTER (metric = 'tcp_connect_time') AS connect,
max(ci_high - mean) FILTER (metric = 'tcp_connect_time') AS connect_half,
max(mean) FILTER (metric = 'tcp_throughput') / {bps} AS throughput,
max(ci_high - mean) FILTER (metric = 'tcp_throughput') / {bps} AS throughput_half,
max(mean) FILTER (metric = 'tcp_goodput') / {bps} AS goodput,
max(ci_high - mean) FILTER (metric = 'tcp_goodput') / {bps} AS goodput_half,
max(mean) FILTER (metric = 'tcp_retransmitted') AS retransmitted,
max(ci_high - mean) FILTER (metric = 'tcp_retransmitted') AS retransmitted_half,
100 * max(mean) FILTER (metric = 'tcp_connected') AS connected,
max(n) FILTER (metric = 'tcp_throughput') AS n"""

ALL_TWELVE = f"""
SELECT system, variant, background_kbps, {_MEASURED.format(bps="1e3")}
FROM {_NAMED}
WHERE study = ? AND scenario_set IN ('twelve', 'twelve-baseline') AND event = ?
    AND subject IN ('flow1', 'flow1 whole')
GROUP BY system, variant, background_kbps
ORDER BY {_IN_ORDER}, variant,
    background_kbps"""

ALL_UNINETT = f"""
SELECT ['4-51', '12-51', '41-51', '47-51'][CAST(flow[-1] AS BIGINT)] AS connection, system,
       packet_bytes, {_MEASURED.format(bps="1e6")}
FROM (SELECT *, split_part(subject, ' ', 1) AS flow FROM {_NAMED})
WHERE study = ? AND replace(scenario_set, '-baseline', '') = ?
    AND starts_with(flow, 'flow') AND subject IN (flow, flow || ' whole')
GROUP BY flow, system, packet_bytes
ORDER BY flow, {_IN_ORDER}, packet_bytes"""

NETWORKS = """
WITH chosen AS (
    SELECT
        coalesce(network, 'ceas-12') AS network,
        ends_with(scenario_set, 'baseline') AS baseline,
        event, variant, background_kbps, mean / 1e3 AS mean, ci_low / 1e3 AS low,
        ci_high / 1e3 AS high, n
    FROM points
    WHERE study = $study AND metric = 'tcp_goodput' AND subject = 'flow1 whole'
        AND scenario_set IN ('twelve', 'twelve-baseline', 'networks', 'networks-baseline')
        AND NOT coalesce(previous_hop_memory, false)
), best AS (
    SELECT network, event, variant, background_kbps, max(mean) AS other
    FROM chosen WHERE baseline GROUP BY ALL
), judged AS (
    SELECT network, event, variant, background_kbps, mean AS goodput, other,
        mean - other AS value, low - other AS low, high - other AS high, n
    FROM chosen JOIN best USING (network, event, variant, background_kbps)
    WHERE NOT baseline
)
SELECT
    * REPLACE (list_position(['ceas-12', 'ceas-12-fans', 'ceas-12-sparse'], network) AS network),
    CASE WHEN low > 0 THEN 'more' WHEN high < 0 THEN 'less' ELSE 'not clear' END AS verdict
FROM judged
WHERE (event, variant, background_kbps) IN (
    SELECT (event, variant, background_kbps) FROM judged WHERE network <> 'ceas-12'
)
ORDER BY list_position(['steady', 'failures', 'transient'], event), variant, background_kbps,
    network"""
"""Goodput of CEAS less that of the better one of LSRP and DVR, where other networks were run."""
