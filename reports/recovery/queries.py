"""Queries of the page of study ``recovery``; each takes the study's name first."""

ORDER = "CASE variant WHEN 'reno' THEN 1 WHEN 'sack' THEN 2 ELSE 3 END"
"""The order of the variants in the report's tables."""

LOST_ORDER = "CASE lost WHEN 'all' THEN 99 ELSE CAST(lost AS INTEGER) END"

DOWN_S = """
SELECT CAST(min(CAST(parameters->'outages'->0->>'down_s' AS DOUBLE)) AS VARCHAR)
FROM scenarios WHERE study = $study AND scenario_set = 'outages'"""

WINDOW_OF = f"""
SELECT variant, time_s, cwnd_packets
FROM cwnd_steps
JOIN scenarios USING (study, scenario)
JOIN (SELECT study, scenario, seed, subject, value AS end_s FROM metrics
      WHERE metric = 'response_time') USING (study, scenario, seed, subject)
WHERE study = ? AND scenario LIKE ? AND subject = 'flow1' AND time_s <= end_s
ORDER BY {ORDER}, time_s, cwnd_packets"""

WINDOW_UNDER_LOAD = f"""
SELECT variant, time_s // 3 * 3 AS time_s, avg(last_cwnd_packets) AS cwnd_packets
FROM cwnd_series JOIN scenarios USING (study, scenario)
WHERE study = ? AND scenario_set = 'load' AND load = ? AND subject = ? AND seed = 1
GROUP BY variant, time_s // 3 ORDER BY {ORDER}, time_s"""

RESPONSES = f"""
SELECT variant, 'ours' AS origin,
       any_value(mean) FILTER (scenario_set = 'losses') AS value,
       min(mean) AS low, max(mean) AS high
FROM points
WHERE study = ? AND metric = 'response_time' AND subject = 'flow1'
  AND ((scenario_set IN ('losses', 'places', 'spacings') AND lost = ?)
       OR (scenario_set = 'moments' AND ? = 'all'))
GROUP BY variant
UNION ALL
SELECT variant, 'printed', published, published, published
FROM comparison JOIN scenarios USING (study, scenario)
WHERE study = ? AND item = 'Table 2' AND lost = ?
ORDER BY {ORDER}, origin"""

OUTAGE_RESPONSES = f"""
SELECT variant, outage_s,
       arg_min(mean, offset_s) AS value, min(mean) AS low, max(mean) AS high, count(*) AS moments
FROM points
WHERE study = ? AND metric = 'response_time' AND subject = 'flow1'
  AND scenario_set = 'outages' AND outage_s BETWEEN ? AND ?
GROUP BY variant, outage_s ORDER BY outage_s, {ORDER}"""

OUTAGES_PRINTED = f"""
WITH cells AS (
    SELECT lower("column") AS variant, published AS value,
        unnest(CASE "row" WHEN '10' THEN [10e0] ELSE [0.05e0, 0.1e0, 0.2e0] END) AS outage_s
    FROM comparison WHERE study = ? AND item = 'Table 3' AND published IS NOT NULL
)
SELECT variant, outage_s, value FROM cells WHERE outage_s BETWEEN ? AND ?
ORDER BY outage_s, {ORDER}"""
"""One row of the text stands for three durations."""

OUTAGES = f"""
WITH runs_of AS (
    SELECT outage_s, offset_s, variant,
        max(mean) FILTER (metric = 'response_time') AS response_s,
        max(mean) FILTER (metric = 'packets_retransmitted') AS again,
        coalesce(max(mean) FILTER (metric = 'least_cwnd_after_loss'), 'infinity') AS least
    FROM points
    WHERE study = ? AND scenario_set = 'outages' AND subject = 'flow1'
    GROUP BY ALL
)
SELECT CAST(outage_s AS VARCHAR) AS outage_s, variant, count(*) AS moments,
       arg_min(response_s, offset_s) AS ours, min(response_s) AS low, max(response_s) AS high,
       min(again) AS fewest, max(again) AS most,
       count(*) FILTER (least = 1) AS timeouts, count(*) FILTER (again = 0) AS untouched
FROM runs_of
GROUP BY runs_of.outage_s, variant ORDER BY runs_of.outage_s, {ORDER}"""

OUTAGE_CHOICES = f"""
WITH printed AS (
    SELECT lower("column") AS variant, published,
        unnest(CASE "row" WHEN '10' THEN [10.0] ELSE [0.05, 0.1, 0.2] END) AS outage_s
    FROM comparison WHERE study = $study AND item = 'Table 3'
), found AS (
    SELECT coalesce(choice, 'ours') AS choice, variant, outage_s,
        printf('%.2f', min(mean)) AS low, printf('%.2f', max(mean)) AS high
    FROM points
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
        AND scenario_set IN ('outages', 'outage-alternatives')
    GROUP BY ALL
), chosen AS (
    SELECT variant, outage_s, choice,
        CASE WHEN low = high THEN low ELSE low || ' to ' || high END AS response_s
    FROM found
)
SELECT CAST(outage_s AS VARCHAR) AS outage_s, variant, printf('%.2f', published) AS published,
    max(response_s) FILTER (choice = 'ours') AS ours,
    max(response_s) FILTER (choice = 'window-8760') AS small_window,
    max(response_s) FILTER (choice = 'round-trip-0-8') AS long_round_trip
FROM chosen JOIN printed USING (variant, outage_s)
GROUP BY chosen.outage_s, variant, published
HAVING small_window IS NOT NULL
ORDER BY chosen.outage_s, {ORDER}"""

SWEEP = f"""
SELECT variant, COLUMN AS x, mean AS value
FROM points
WHERE study = ? AND metric = 'response_time' AND subject = 'flow1' AND scenario LIKE ?
ORDER BY {ORDER}, x"""

SPREAD = f"""
WITH ours AS (
    SELECT scenario_set, variant, coalesce(lost, 'all') AS lost, mean
    FROM points
    WHERE study = ? AND metric = 'response_time' AND subject = 'flow1'
      AND scenario_set IN ('losses', 'places', 'spacings', 'moments')
), printed AS (
    SELECT variant, lost, published
    FROM comparison JOIN scenarios USING (study, scenario) WHERE item = 'Table 2'
)
SELECT lost, variant, published, any_value(mean) FILTER (scenario_set = 'losses') AS ours,
       min(mean) AS low, median(mean) AS middle, max(mean) AS high, count(*) AS choices,
       count(*) FILTER (abs(mean - published) < 0.05) AS near
FROM ours JOIN printed USING (variant, lost)
WHERE lost <> '0'
GROUP BY lost, variant, published ORDER BY {LOST_ORDER}, {ORDER}"""

DIFFERENCES = f"""
WITH cells AS (
    SELECT lost, variant, published, ours
    FROM comparison JOIN scenarios USING (study, scenario)
    WHERE study = ? AND item = 'Table 2'
), by_lost AS (
    SELECT lost, 'printed' AS origin,
        max(published) FILTER (variant = 'reno') AS reno,
        max(published) FILTER (variant = 'newreno') AS newreno,
        max(published) FILTER (variant = 'sack') AS sack
    FROM cells GROUP BY lost
    UNION ALL
    SELECT lost, 'ours',
        max(ours) FILTER (variant = 'reno'),
        max(ours) FILTER (variant = 'newreno'),
        max(ours) FILTER (variant = 'sack')
    FROM cells GROUP BY lost
), named AS (
    SELECT by_lost.lost, by_lost.origin, unnest([
        {{name: 'SACK, beyond no loss', place: 1, value: by_lost.sack - base.sack}},
        {{name: 'NewReno minus SACK', place: 2, value: by_lost.newreno - by_lost.sack}},
        {{name: 'Reno minus NewReno', place: 3, value: by_lost.reno - by_lost.newreno}}
    ]) AS of
    FROM by_lost JOIN by_lost AS base ON base.lost = '0' AND base.origin = by_lost.origin
    WHERE by_lost.lost <> '0'
)
SELECT lost, of.name AS difference,
       max(of.value) FILTER (origin = 'printed') AS printed,
       max(of.value) FILTER (origin = 'ours') AS ours,
       max(of.value) FILTER (origin = 'ours') - max(of.value) FILTER (origin = 'printed') AS apart
FROM named
GROUP BY lost, of.name, of.place
HAVING printed IS NOT NULL AND ours IS NOT NULL
ORDER BY {LOST_ORDER}, of.place"""

RETRANSMISSIONS = f"""
SELECT lost, variant,
       coalesce(max(mean) FILTER (metric = 'packets_dropped'), 0) AS dropped,
       max(mean) FILTER (metric = 'packets_retransmitted' AND subject = 'flow1') AS again,
       max(mean) FILTER (metric = 'least_cwnd_after_loss') AS least,
       max(mean) FILTER (metric = 'time_to_regrow_cwnd') AS regrown_s,
       max(mean) FILTER (metric = 'response_time') AS response_s
FROM points
WHERE study = ? AND scenario_set = 'losses'
GROUP BY lost, variant ORDER BY {LOST_ORDER}, {ORDER}"""

ALTERNATIVES = """
WITH printed AS (
    SELECT variant, lost, published
    FROM comparison JOIN scenarios USING (study, scenario)
    WHERE study = ? AND item = 'Table 2'
), runs_of AS (
    SELECT coalesce(choice, 'this study''s') AS choice, variant, lost, mean,
        2000 * CAST(parameters->'topology'->'links'->0->>'delay_s' AS DOUBLE) AS delay_ms
    FROM estimates JOIN scenarios USING (study, scenario)
    WHERE metric = 'response_time' AND subject = 'flow1'
      AND scenario_set IN ('losses', 'alternatives')
), cells AS (
    SELECT *, published, abs(mean - published) AS error_s
    FROM runs_of JOIN printed USING (variant, lost)
), ordered AS (
    SELECT choice, lost,
        max(mean) FILTER (variant = 'sack') < max(mean) FILTER (variant = 'newreno') - 0.001
            AND max(mean) FILTER (variant = 'newreno')
                < max(mean) FILTER (variant = 'reno') - 0.001 AS as_printed
    FROM cells WHERE lost IN ('2', '5') GROUP BY choice, lost
)
SELECT choice, any_value(delay_ms) AS delay_ms,
       max(mean) FILTER (lost = '0' AND variant = 'reno') AS none,
       max(mean) FILTER (lost = '2' AND variant = 'reno') AS reno_2,
       max(mean) FILTER (lost = '5' AND variant = 'reno') AS reno_5,
       max(mean) FILTER (lost = '5' AND variant = 'newreno') AS newreno_5,
       max(mean) FILTER (lost = '5' AND variant = 'sack') AS sack_5,
       max(mean) FILTER (lost = 'all' AND variant = 'reno') AS reno_all,
       avg(error_s) FILTER (lost <> '0') AS error_s,
       (SELECT CASE WHEN bool_and(as_printed) THEN 'as printed' ELSE 'another' END
        FROM ordered WHERE ordered.choice = cells.choice) AS ordered
FROM cells GROUP BY choice
ORDER BY choice <> 'this study''s', choice"""

SEQUENCE = """
SELECT time_s, packet, event FROM recovery_packets
WHERE study = ? AND scenario = ? AND subject = 'flow1'
ORDER BY CASE event WHEN 'sent' THEN 1 WHEN 'lost' THEN 2 ELSE 3 END, time_s"""

LOAD_MEANS = f"""
SELECT variant, 1025 + CAST(regexp_extract(subject, '[.](\\d+)$', 1) AS INTEGER) AS port,
       mean AS value, ci_low AS low, ci_high AS high, n, singles, scenario, metric, subject
FROM points
WHERE study = ? AND scenario_set = 'load' AND load = ? AND metric = 'mean_cwnd_over_time'
ORDER BY {ORDER}, port"""

WINNERS = """
WITH largest AS (
    SELECT load, 1025 + CAST(regexp_extract(subject, '[.](\\d+)$', 1) AS INTEGER) AS port, seed,
           arg_max(variant, value) AS variant
    FROM metrics JOIN scenarios USING (study, scenario)
    WHERE study = ? AND scenario_set = 'load' AND metric = 'mean_cwnd_over_time'
    GROUP BY ALL
)
SELECT load, port, count(*) FILTER (variant = 'reno') AS reno,
       count(*) FILTER (variant = 'sack') AS sack,
       count(*) FILTER (variant = 'newreno') AS newreno
FROM largest GROUP BY load, port ORDER BY load, port"""

RANGE_OF_DIFFERENCES = """
SELECT min(ours - published), max(ours - published) FROM comparison
WHERE study = $study AND verdict = 'differs'"""

ROUND_TRIP = """
SELECT coalesce(max(printf('%.3f',
    4 * CAST(parameters->'topology'->'links'->0->>'delay_s' AS DOUBLE))), '(not run)')
FROM scenarios WHERE study = $study AND scenario_set = 'losses'"""

TWO_WAY_DIFFERENCE = """
SELECT coalesce(printf('%.2f s', max(abs(other.mean - ours.mean))), '(not run)')
FROM points AS other
JOIN points AS ours USING (study, metric, subject, variant, lost)
WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
  AND other.choice = 'two-way-tcp' AND ours.scenario_set = 'losses'"""

OVERLAPS = """
SELECT count(*) FILTER (low <= high) || ' of ' || count(*)
FROM (
    SELECT max(ci_low) AS low, min(ci_high) AS high FROM points
    WHERE study = $study AND scenario_set = 'load' AND metric = 'mean_cwnd_over_time'
    GROUP BY load, subject
)"""

TIMEOUT_DIFFERENCES = """
SELECT coalesce(printf('%.2f to %.2f s', min(ours - published), max(ours - published)),
    '(not run)')
FROM comparison JOIN scenarios USING (study, scenario)
WHERE study = $study AND item = 'Table 2'
  AND (lost = 'all' OR (variant = 'reno' AND lost IN ('2', '5')))"""

PLACES = """
WITH apart AS (
    SELECT places.first_packet, places.mean - ours.mean AS more_s
    FROM points AS places
    JOIN points AS ours USING (study, metric, subject, variant, lost)
    WHERE study = $study AND metric = 'response_time' AND subject = 'flow1'
      AND places.scenario_set = 'places' AND ours.scenario_set = 'losses'
)
SELECT coalesce(printf('%.2f s', max(CASE WHEN first_packet SUCH_PACKETS THEN OF_WHAT END)),
    '(not run)')
FROM apart"""

PLACE_LATE = PLACES.replace("SUCH_PACKETS", ">= 150").replace("OF_WHAT", "abs(more_s)")
PLACE_EARLY = PLACES.replace("SUCH_PACKETS", "< 150").replace("OF_WHAT", "more_s")
