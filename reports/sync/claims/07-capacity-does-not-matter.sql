-- page: 6.1
-- statement: Ten times the capacity changes nothing in how flows fall into step.
--
-- Two cases: that flows fall into step, so that one gets less than 10 % at some delay, in each sweep with
-- either capacity; and at which delays: that the period in the variable delay is the same within the error
-- that it has in one sweep, by differences of sweeps with the same seed.
WITH starved AS (
    SELECT scenario_set, seed, count(*) FILTER (least(share, 100 - share) < 10) AS delays
    FROM shares_of_runs()
    WHERE scenario_set IN ('newreno', 'hybla-fine') AND queue_packets = 10
    GROUP BY scenario_set, seed
    -- A few delays are no curve.
    HAVING count(*) >= 10
), happening AS (
    SELECT
        count(DISTINCT scenario_set) AS capacities, count(*) AS sweeps, min(delays) AS least,
        max(delays) AS most
    FROM starved
), slow AS (
    SELECT seed, measured_ms, avg(measured_ms) OVER () AS mean_ms, avg(error_ms) OVER () AS margin
    FROM sync_periods WHERE sweep = 'newreno' AND seed IS NOT NULL
), periods AS (
    SELECT
        any_value(slow.mean_ms) AS slow_ms, avg(fast.measured_ms) AS fast_ms,
        any_value(margin) AS margin,
        interval_of(list(fast.measured_ms - slow.measured_ms ORDER BY seed), false) AS apart,
        count(*) AS pairs
    FROM sync_periods AS fast JOIN slow USING (seed)
    WHERE fast.sweep = 'hybla-fine'
)
SELECT
    CASE WHEN pairs < fewest_runs() THEN 'undecided' ELSE verdict_of_order(
        CAST(least > 0 AS INTEGER) + CAST(lies_within(apart, margin) AS INTEGER),
        CAST(most = 0 AS INTEGER) + CAST(lies_beyond(apart, margin) AS INTEGER), 2
    ) END AS verdict,
    'a flow gets less than 10 % at ' || span(CAST(least AS DOUBLE), CAST(most AS DOUBLE)) || ' delays of each of ' || sweeps
        || ' sweeps with either capacity; the period in the variable delay is '
        || printf('%.3f', slow_ms) || ' ms at 100 kb/s and ' || printf('%.3f', fast_ms)
        || ' ms at 1000 kb/s, ' || difference_words(apart, 1) || ' ms, by ' || number_of(pairs, 'sweep')
        || ' of single runs; the same within ' || printf('%.2f', margin) || ' ms is asked for' AS evidence
FROM periods, happening
WHERE pairs > 0 AND capacities = 2
