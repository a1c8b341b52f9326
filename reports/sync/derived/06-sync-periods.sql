-- table: sync_periods
-- title: Period of the phase effect, predicted and measured
-- unit: ms
-- definition: Predicted: the time a packet takes on the slow link over 4, since a millisecond of delay on each of two access links, there and back, makes the round trip 4 ms longer. Measured: the highest peak of the periodogram; its error is P^2 sqrt(6 / N) sigma / (pi T A) with N points over a range T, amplitude A and rest sigma. In the sweep of one seed, or without a seed in that of the means.
-- source: ours; the error is the usual one of a sine's frequency in white noise
-- reference: yes
WITH peaks AS (
    SELECT
        sweep,
        seed,
        arg_max(period_ms, explained_percent) AS measured_ms,
        max(explained_percent) / 100 AS explained,
        any_value(points) AS points,
        any_value(range_ms) AS range_ms
    FROM sync_periodogram GROUP BY sweep, seed
)
SELECT
    sweep,
    seed,
    packet_ms,
    packet_ms / 4 AS predicted_ms,
    measured_ms,
    pow(measured_ms, 2) * sqrt(6 / points) * sqrt(greatest(0, 1 - explained) / (2 * explained))
        / (pi() * range_ms) AS error_ms,
    100 * explained AS explained_percent,
    points,
    range_ms,
    CASE sweep WHEN 'newreno' THEN (
        SELECT regr_slope(first_ms, place)
        FROM sync_stretches AS found
        WHERE scenario_set = 'newreno' AND found.seed IS NOT DISTINCT FROM peaks.seed
    ) END AS between_stretches_ms
FROM peaks JOIN sync_times ON scenario_set = sweep
ORDER BY sweep DESC, seed
