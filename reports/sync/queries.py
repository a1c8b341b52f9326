"""Queries of the page of study ``sync``; each takes the study's name first if it names one."""

FRIENDLY = """
SELECT flow, rtt, CASE flow WHEN 'Flow x' THEN 1000 / (rtt + 10) ELSE 100 - 1000 / (rtt + 10) END
           AS share
FROM range(1, 101) AS times (rtt), (VALUES ('Flow x'), ('Flow y')) AS flows (flow)
ORDER BY flow, rtt"""

EXPECTED = """
WITH trips AS (
    SELECT delay_ms, 4 * delay_ms + 2 + 10 * packet_ms AS first, 22 + 10 * packet_ms AS second
    FROM sync_sweeps, sync_periods
    WHERE scenario_set = 'newreno' AND queue_packets = 10 AND sweep = 'newreno'
)
SELECT 'Flow 1' AS flow, delay_ms, 100 * second / (first + second) AS share FROM trips
UNION ALL
SELECT 'Flow 2', delay_ms, 100 * first / (first + second) FROM trips
ORDER BY flow, delay_ms"""

WINDOWS = """
WITH changes AS (
    SELECT 'Flow ' || right(subject, 1) AS flow, time_s, max_cwnd_packets, last_cwnd_packets
    FROM cwnd_series WHERE study = ? AND scenario = ?
), seconds AS (
    SELECT flow, second
    FROM range(0, 200) AS times (second) CROSS JOIN (SELECT DISTINCT flow FROM changes)
    WHERE flow = 'Flow 1' OR second >= 20
)
SELECT seconds.flow, second AS time_s,
       CASE WHEN second = time_s THEN max_cwnd_packets ELSE last_cwnd_packets END AS cwnd
FROM seconds ASOF JOIN changes ON seconds.flow = changes.flow AND second >= time_s
ORDER BY seconds.flow, second"""

SWEEP = """
SELECT flow, delay_ms, CASE flow WHEN 1 THEN share_1 ELSE 100 - share_1 END AS share
FROM sync_shares, (VALUES (1), (2)) AS flows (flow)
WHERE scenario_set = ? AND queue_packets = ? AND level = ?
ORDER BY flow, delay_ms"""

PHASES = """
WITH counted AS (
    SELECT
        'Flow ' || right(subject, 1) || ', ' || unnest(['taken', 'dropped']) AS packets,
        phase_ms,
        unnest([accepted, dropped]) AS packets_counted
    FROM arrival_phases WHERE study = ? AND scenario = ?
)
SELECT packets, phase_ms, CAST(coalesce(sum(packets_counted), 0) AS INTEGER) AS count
FROM (SELECT DISTINCT packets FROM counted) CROSS JOIN range(0, 84) AS phases (phase_ms)
LEFT JOIN counted USING (packets, phase_ms)
GROUP BY packets, phase_ms
ORDER BY packets, phase_ms"""

OCCUPANCY = """
SELECT
    CAST(CAST(split_part(scenario, '/', -1) AS DOUBLE) AS INTEGER) || ' ms' AS delay,
    waiting_packets,
    time_percent
FROM queue_occupancy
WHERE study = ? AND scenario IN ('newreno/10/15.0', 'newreno/10/21.0', 'newreno/10/33.0')
ORDER BY delay, waiting_packets"""

PERIODS = """
SELECT
    CASE sweep WHEN 'newreno' THEN 'NewReno, 100 kb/s, steps of 1 ms'
        WHEN 'hybla' THEN 'Hybla, 1000 kb/s, steps of 1 ms'
        ELSE 'Hybla, 1000 kb/s, fine steps' END AS sweep,
    packet_ms, predicted_ms, measured_ms, error_ms, measured_ms - predicted_ms AS apart,
    explained_percent, points, between_stretches_ms
FROM sync_periods ORDER BY packet_ms DESC, sweep"""

DEFAULTS = """
WITH shares AS (
    SELECT level, delay_ms, share_1 FROM sync_shares
    WHERE scenario_set = 'defaults' AND queue_packets = 10
)
SELECT
    level,
    max(share_1) FILTER (delay_ms = 15) AS at_15,
    max(share_1) FILTER (delay_ms = 18) AS at_18,
    max(share_1) FILTER (delay_ms = 21) AS at_21,
    max(share_1) FILTER (delay_ms = 23) AS at_23,
    max(share_1) FILTER (delay_ms = 33) AS at_33,
    CASE WHEN count(*) < 20 THEN 'full scale only' ELSE (
        SELECT string_agg(
            CAST(first_ms AS INTEGER) || ' to ' || CAST(last_ms AS INTEGER) || ' ms', ', '
            ORDER BY first_ms
        )
        FROM sync_stretches
        WHERE scenario_set = 'defaults' AND sync_stretches.level = shares.level
    ) END AS stretches
FROM shares GROUP BY level
ORDER BY level <> 'ns-2.35', level <> 'ns-2.27', level"""

AT_21_MS = """
SELECT min(share_1), max(share_1) FROM sync_shares
WHERE scenario_set = 'defaults' AND delay_ms = 21"""

CURE = """
SELECT CAST(level AS DOUBLE) AS amount, CAST(delay_ms AS INTEGER) || ' ms' AS delay,
       share_1 AS share, least_share_1 AS least, largest_share_1 AS largest, replications
FROM sync_shares WHERE scenario_set = ? AND delay_ms IN (21, 33, 43)
ORDER BY delay, amount"""

RED = """
WITH queues AS (
    SELECT
        queue_packets || ' packets' || CASE scenario_set WHEN 'red-paced' THEN ', paced' ELSE '' END
            AS queue,
        CASE scenario_set WHEN 'red-thresholds' THEN '2.5 and 7.5' ELSE '5 and 15' END
            AS thresholds,
        delay_ms, share_1, queue_packets, scenario_set, scenario
    FROM sync_shares WHERE scenario_set IN ('red', 'red-thresholds', 'red-paced')
)
SELECT
    queue,
    thresholds,
    count(*) FILTER (delay_ms <= 65) AS delays,
    min(least(share_1, 100 - share_1)) FILTER (delay_ms <= 65) AS least,
    count(*) FILTER (delay_ms <= 65 AND least(share_1, 100 - share_1) < 10) AS starved,
    avg(overflow.mean) FILTER (delay_ms <= 65) AS overflows,
    stddev_pop(share_1) FILTER (delay_ms <= 65) AS spread,
    avg(share_1) FILTER (delay_ms > 65) AS late
FROM queues
LEFT JOIN estimates AS overflow
    ON overflow.study = 'sync' AND overflow.scenario = queues.scenario
    AND overflow.metric = 'overflow_share'
GROUP BY queue, thresholds, queue_packets, scenario_set
ORDER BY queue_packets, scenario_set"""

GROWTH = """
SELECT
    CASE split_part(scenario, '/', 2) WHEN 'hybla' THEN 'Hybla' ELSE 'NewReno' END || ', '
        || CAST(trip_ms AS INTEGER) || ' ms' AS flow,
    time_s,
    max_cwnd_packets / trip_ms * 1000 AS rate
FROM (
    SELECT *, CAST(split_part(scenario, '/', -1) AS DOUBLE) AS trip_ms FROM cwnd_series
    WHERE study = $study AND starts_with(scenario, 'growth/')
)
WHERE starts_with(scenario, 'growth/hybla') OR trip_ms IN (25, 100)
ORDER BY split_part(scenario, '/', 2), trip_ms, time_s"""

LINUX = """
SELECT
    CASE split_part(scenario, '/', 2) WHEN 'hybla' THEN 'ours' ELSE 'TCP-Linux' END || ', '
        || CAST(CAST(split_part(scenario, '/', -1) AS DOUBLE) AS INTEGER) || ' ms' AS flow,
    time_s,
    max_cwnd_packets AS cwnd
FROM cwnd_series WHERE study = $study AND starts_with(scenario, 'growth-linux/')
ORDER BY split_part(scenario, '/', 2), CAST(split_part(scenario, '/', -1) AS DOUBLE), time_s"""
