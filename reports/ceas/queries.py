"""Queries of the page of study ``ceas``; those without ``$study`` take it first."""

STABILIZATION = """
SELECT 'ours' AS origin, ant_rate, mean AS value, ci_low AS low, ci_high AS high, n, singles,
    scenario, metric, subject
FROM points
WHERE study = $study AND scenario_set = 'stabilization' AND metric = 'stabilization_time'
    AND subject = '0-8 start'
UNION ALL
SELECT 'printed', ant_rate, published, NULL, NULL, 1, NULL, NULL, NULL, NULL
FROM comparison JOIN scenarios USING (study, scenario)
WHERE study = $study AND item = 'Table 4.2' AND metric = 'stabilization_time'
    AND published IS NOT NULL
ORDER BY origin, ant_rate"""

BY_RATE = """
SELECT variant, ant_rate, mean AS value, ci_low AS low, ci_high AS high, n, singles,
    scenario, metric, subject
FROM points
WHERE study = ? AND scenario_set = ? AND metric = ? AND subject = ?
    AND coalesce(previous_hop_memory, false) = ? AND coalesce(packet_bytes, 1500) = ?
ORDER BY variant, ant_rate"""

WITH_BASELINES = """
SELECT
    coalesce(CASE routing WHEN 'link-state' THEN 'LSRP' WHEN 'distance-vector' THEN 'DVR' END,
        'CEAS ' || ant_rate) AS routing,
    variant, mean AS value, ci_low AS low, ci_high AS high, n, singles, scenario, metric, subject
FROM points
WHERE study = ? AND scenario_set IN (?, ? || '-baseline') AND metric = ? AND subject = ?
    AND packet_bytes = ?
ORDER BY points.routing IS NOT NULL, points.routing DESC, ant_rate, variant"""

SETTLING = """
SELECT split_part(subject, ' ', 2) AS event, ant_rate,
       avg(mean) AS value, min(ci_low) AS low, max(ci_high) AS high, any_value(n) AS n,
       any_value(singles) AS singles
FROM points
WHERE study = ? AND scenario_set = 'failure' AND metric = ? AND variant = 'sack'
    AND NOT previous_hop_memory AND starts_with(subject, '0-8 ')
GROUP BY ALL ORDER BY event, ant_rate"""

WINDOWS = """
SELECT variant, time_s, cwnd_packets AS cwnd
FROM tcp_windows JOIN scenarios USING (study, scenario)
WHERE study = ? AND scenario_set = 'start' AND ant_rate = ? AND seed = 1 AND subject = 'flow1'
    AND time_s BETWEEN 50 AND ?
ORDER BY variant, time_s"""

OUT_OF_ORDER = """
SELECT variant, time_s, out_of_order_packets / width_s AS rate
FROM tcp_series JOIN scenarios USING (study, scenario)
WHERE study = ? AND scenario_set = 'start' AND ant_rate = ? AND seed = 1 AND subject = 'flow1'
    AND time_s BETWEEN 50 AND ?
ORDER BY variant, time_s"""

SETTLED_S = """
SELECT max(50 + value) FROM metrics JOIN scenarios USING (study, scenario)
WHERE study = ? AND scenario_set = 'start' AND ant_rate = ? AND seed = 1
    AND metric = 'tcp_time_to_full_rate' AND subject = 'flow1 tcp'"""

LOOPS = """
WITH runs_of AS (
    SELECT ant_rate, count(*) AS n
    FROM runs JOIN scenarios USING (study, scenario)
    WHERE study = ? AND scenario_set = 'failure' AND NOT previous_hop_memory AND variant = 'sack'
    GROUP BY ant_rate
), settled AS (
    SELECT ant_rate, max(value) AS until_s FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = ? AND scenario_set = 'failure' AND NOT previous_hop_memory AND variant = 'sack'
        AND metric = 'stabilization_time' AND subject = '0-8 failure'
    GROUP BY ant_rate
), steps AS (
    SELECT ant_rate, greatest(1, ceil(until_s / 60)) AS width_s, until_s FROM settled
), counted AS (
    SELECT ant_rate, floor(after_s / width_s) * width_s AS after_s, sum(micro_loops) AS loops
    FROM micro_loop_series JOIN scenarios USING (study, scenario) JOIN steps USING (ant_rate)
    WHERE study = ? AND scenario_set = 'failure' AND NOT previous_hop_memory AND variant = 'sack'
        AND subject = '0-8' AND micro_loop_series.after_s <= until_s
    GROUP BY ALL
)
SELECT
    ant_rate || ' ants/s' AS rate, grid.after_s, coalesce(loops, 0) / n / width_s AS loops
FROM (
    SELECT *, unnest(range(CAST(floor(until_s / width_s) + 1 AS BIGINT))) * width_s AS after_s
    FROM steps
) AS grid
JOIN runs_of USING (ant_rate)
LEFT JOIN counted USING (ant_rate, after_s)
WHERE ant_rate IN (1, 2, 3, 5, 10, 20)
ORDER BY ant_rate, grid.after_s"""

SHARES = """
SELECT time_s, node, neighbour, probability AS share
FROM pheromone_series
WHERE study = ? AND scenario = ? AND seed = 1 AND subject = ?
ORDER BY time_s, node, neighbour"""

EVENTS = """
SELECT subject AS event, value AS time_s FROM metrics
WHERE study = ? AND scenario = ? AND seed = 1 AND metric = 'event_time'"""

AT_NODE_3 = """
SELECT subject || ' by ' || neighbour AS line, time_s, probability AS share
FROM pheromone_series
WHERE study = ? AND scenario = ? AND seed = 1 AND node = 3 AND neighbour IN (4, 10)
    AND subject IN ('0-8', '2-6')
ORDER BY line, time_s"""

RATES = """
SELECT CASE subject WHEN 'flow1' THEN '0 to 8' ELSE '2 to 6' END AS flow, time_s,
       goodput_bps / 1e6 AS rate
FROM tcp_series
WHERE study = ? AND scenario = ? AND seed = 1
ORDER BY flow, time_s"""

GAINS = """
SELECT variant, ant_rate, mean AS value, low, high, n FROM ceas_memory_gains
ORDER BY variant, ant_rate"""

LOOPED = """
SELECT
    variant, ant_rate,
    max(mean) FILTER (metric = 'ceas_micro_loops' AND NOT previous_hop_memory) AS loops,
    max(mean) FILTER (metric = 'ceas_micro_loops' AND previous_hop_memory) AS memory_loops,
    max(mean) FILTER (metric = 'ceas_repeated_returns' AND NOT previous_hop_memory) AS again,
    max(mean) FILTER (metric = 'ceas_repeated_returns' AND previous_hop_memory) AS memory_again,
    max(mean) FILTER (metric = 'ceas_drops' AND NOT previous_hop_memory) AS lost,
    max(mean) FILTER (metric = 'ceas_drops' AND previous_hop_memory) AS memory_lost,
    max(mean) FILTER (metric = 'tcp_time_to_resume' AND NOT previous_hop_memory) AS resumed,
    max(mean) FILTER (metric = 'tcp_time_to_resume' AND previous_hop_memory) AS memory_resumed
FROM points
WHERE study = $study AND scenario_set = 'failure'
    AND (metric, subject) IN (
        ('ceas_micro_loops', '0-8 failure'), ('ceas_repeated_returns', '0-8 failure'),
        ('ceas_drops', '0-8 failure ttl'),
        ('tcp_time_to_resume', 'flow1 failure')
    )
GROUP BY variant, ant_rate ORDER BY variant, ant_rate"""

PRINTED_MEANS = """
SELECT c.row, c."column", c.published, c.ours, c.ci_low, c.ci_high, c.n, c.unit,
       CASE WHEN published IS NULL OR ci_low IS NULL THEN NULL
            WHEN published BETWEEN ci_low AND ci_high THEN 'inside' ELSE 'outside' END AS place
FROM comparison AS c
WHERE study = $study AND item = 'Table 4.2' AND n > 1 ORDER BY position"""

CHOICES = """
SELECT
    choice, ant_rate,
    max(mean) FILTER (is_ants AND phase = 'start') AS at_start,
    max(mean) FILTER (is_ants AND phase = 'failure') AS failed,
    max(mean) FILTER (is_ants AND phase = 'restoration') AS restored,
    100 * max(mean) FILTER (NOT is_ants AND phase = 'start') AS start_reached,
    100 * max(mean) FILTER (NOT is_ants AND phase = 'failure') AS failed_reached,
    100 * max(mean) FILTER (NOT is_ants AND phase = 'restoration') AS restored_reached,
    max(n) AS n
FROM (
    SELECT *, metric = 'stabilization_ants' AS is_ants, split_part(subject, ' ', 2) AS phase
    FROM points
    WHERE study = $study AND scenario_set = 'choices' AND starts_with(subject, '0-8 ')
        AND metric IN ('stabilization_ants', 'stabilization_reached')
)
GROUP BY choice, ant_rate ORDER BY choice <> 'as-chosen', choice, ant_rate"""

CHOICES_TCP = """
WITH found AS (
    SELECT coalesce(choice, 'as chosen') AS choice, variant, ant_rate, metric, subject, mean, n
    FROM points
    WHERE study = $study AND scenario_set IN ('failure', 'choices-failure')
        AND NOT coalesce(previous_hop_memory, false)
), rates AS (
    SELECT DISTINCT ant_rate FROM found WHERE choice <> 'as chosen'
)
SELECT
    choice, variant, ant_rate,
    max(mean) FILTER (metric = 'tcp_time_to_resume' AND subject = 'flow1 failure') AS resume,
    max(mean) FILTER (metric = 'tcp_time_from_resuming_to_full_rate' AND subject = 'flow1 failure')
        AS regain,
    max(mean) FILTER (metric = 'tcp_time_to_full_rate' AND subject = 'flow1 restoration')
        AS restored,
    max(mean) FILTER (metric = 'tcp_throughput' AND subject = 'flow1') / 1e6 AS throughput,
    max(n) AS n
FROM found JOIN rates USING (ant_rate)
GROUP BY choice, variant, ant_rate
ORDER BY choice <> 'as chosen', choice, variant, ant_rate"""

OWN = """
WITH own AS (
    SELECT DISTINCT replace(scenario_set, 'own-', '') AS scenario_set, ant_rate
    FROM scenarios WHERE study = $study AND starts_with(scenario_set, 'own-')
), found AS (
    SELECT * REPLACE (replace(scenario_set, 'own-', '') AS scenario_set)
    FROM points
    WHERE study = $study AND coalesce(packet_bytes, 1500) = 1500
        AND scenario_set IN ('failure', 'congestion', 'own-failure', 'own-congestion')
)
SELECT
    scenario_set, previous_hop_memory AS memory, ant_rate, variant,
    max(mean) FILTER (metric = 'tcp_goodput' AND subject = 'flow1 before') / 1e6 AS before,
    max(mean) FILTER (metric = 'tcp_goodput'
        AND subject IN ('flow1 failure', 'flow1 congestion')) / 1e6 AS during,
    max(mean) FILTER (metric = 'tcp_goodput' AND subject = 'flow1 restoration') / 1e6 AS after,
    max(mean) FILTER (metric = 'tcp_out_of_order' AND subject = 'flow1 whole') AS out_of_order,
    max(mean) FILTER (metric = 'tcp_retransmitted' AND subject = 'flow1 whole') AS retransmitted,
    max(n) AS n
FROM found JOIN own USING (scenario_set, ant_rate)
GROUP BY ALL ORDER BY scenario_set DESC, memory, ant_rate, variant"""

CHOICES_LOADED = """
SELECT
    chosen AS choice, variant,
    max(mean) FILTER (metric = 'tcp_throughput') / 1e6 AS throughput,
    max(mean) FILTER (metric = 'ceas_long_path_share') AS long_path,
    max(mean) FILTER (metric = 'tcp_out_of_order') AS out_of_order,
    max(n) AS n
FROM (
    SELECT *, coalesce(choice, 'as chosen') AS chosen FROM points
    WHERE study = ? AND ant_rate = 20 AND subject IN ('flow1', 'flow1 ' || ?, '0-8 ' || ?)
        AND ((scenario_set = ? AND packet_bytes = 1500) OR scenario_set = 'choices-' || ?)
)
GROUP BY chosen, variant ORDER BY chosen <> 'as chosen', chosen, variant"""

RULES = """
SELECT
    rule, moment,
    max(mean_ants) FILTER (ant_rate = 1) AS at_1,
    max(mean_ants) FILTER (ant_rate = 5) AS at_5,
    max(mean_ants) FILTER (ant_rate = 20) AS at_20,
    avg(mean_ants) AS at_all,
    sum(reached) AS reached, sum(replications) AS runs
FROM ceas_settling_rules
WHERE scenario_set = 'stabilization' AND subject = '0-8' AND event = 'start'
GROUP BY rule, moment ORDER BY rule, moment"""

RECOVERY_RULES = """
SELECT
    rules.event, rule, moment,
    max(mean_s) FILTER (variant = 'reno' AND ant_rate = 5) AS reno_5,
    max(mean_s) FILTER (variant = 'sack' AND ant_rate = 5) AS sack_5,
    max(mean_s) FILTER (variant = 'reno' AND ant_rate = 20) AS reno_20,
    max(mean_s) FILTER (variant = 'sack' AND ant_rate = 20) AS sack_20,
    sum(reached) AS reached, sum(replications) AS runs
FROM ceas_recovery_rules AS rules JOIN scenarios USING (scenario)
WHERE study = $study AND scenario_set = 'failure' AND NOT previous_hop_memory
    AND ant_rate IN (5, 20) AND subject = 'flow1'
    AND (
        rules.event = 'failure'
        OR (rules.event = 'restoration' AND starts_with(rule, 'full-rate'))
    )
GROUP BY ALL ORDER BY rules.event, rule, moment"""

AVERAGE_ANTS = """
SELECT mean FROM estimates WHERE study = $study AND metric = 'average_ants'"""

LOADS = """
WITH found AS (
    SELECT
        choice, packet_bytes, variant, routing, n,
        max(mean) FILTER (metric = 'tcp_goodput' AND subject = 'flow1 congestion') / 1e6 AS rate,
        max(mean) FILTER (metric = 'ceas_long_path_share' AND subject = '0-8 congestion') AS share
    FROM points
    WHERE study = $study AND scenario_set IN ('choices-load', 'choices-load-baseline')
        AND metric IN ('tcp_goodput', 'ceas_long_path_share')
    GROUP BY ALL
)
SELECT
    ants.choice, ants.packet_bytes, ants.variant, ants.rate, ants.share, base.rate AS base_rate,
    ants.rate / base.rate AS ratio, ants.rate * (100 - ants.share) / 100 AS on_path, ants.n
FROM found AS ants LEFT JOIN found AS base
    ON base.routing IS NOT NULL AND base.packet_bytes = ants.packet_bytes
    AND base.variant = ants.variant AND base.choice = ants.choice
WHERE ants.routing IS NULL
ORDER BY ants.packet_bytes, ants.choice <> 'as-chosen', ants.choice, ants.variant"""

READINGS = """
WITH printed AS (
    SELECT scenario, sum(published) AS printed
    FROM comparison
    WHERE study = $study AND item IN ('Table 4.3', 'Table 4.4') AND metric = 'tcp_goodput'
    GROUP BY scenario
), ours AS (
    SELECT
        scenario, scenario_set, routing, packet_bytes, variant,
        sum(mean / 1e6)
            FILTER (metric = 'tcp_goodput' AND subject IN ('flow1 whole', 'flow2 whole'))
            AS payload,
        sum(mean) FILTER (metric = 'tcp_throughput') / 1e6 AS bits
    FROM points
    WHERE study = $study AND scenario_set IN ('two-flows', 'two-flows-baseline')
        AND metric IN ('tcp_goodput', 'tcp_throughput')
    GROUP BY ALL
)
SELECT
    CASE routing WHEN 'link-state' THEN 'LSRP' WHEN 'distance-vector' THEN 'DVR' ELSE 'CEAS' END
        AS routing,
    packet_bytes, variant, printed, payload, bits,
    CASE WHEN routing IS NOT NULL THEN 100.0 * packet_bytes / (packet_bytes + 40) ELSE
        150.0 END AS most
FROM ours JOIN printed USING (scenario)
ORDER BY ours.routing IS NULL, ours.routing, packet_bytes, variant"""
